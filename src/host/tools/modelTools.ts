import * as vscode from 'vscode';
import { speakerLabel } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import { usualBytes } from '#protocol/toolCall.ts';
import type { ToolName } from '#protocol/tools.ts';
import { wantedSession } from '#store/tools/wantedSession.ts';
import { quoted } from '#store/tools/words.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { openFolders } from '../vscode/openFolders.ts';

/** Characters of foreign text in a confirmation. */
const nameLength = 80;

/** Bytes of an answer whose tokens are few; the first guess, since counting takes a whole text. */
const bytesPerToken = 4;

/** An answer with less says nothing. */
const leastBytes = 1_000;

/** Answers that are made until one fits the model's budget. */
const mostTries = 4;

/** Answers models in VS Code, from the worker thread. Only reads, and only the open folders' sessions. */
export class ModelTools {
  constructor(private readonly services: ChatServices) {}

  /** What VS Code says while a call runs, and asks before it: what of the user's goes to the model. */
  async prepare(name: ToolName, input: unknown): Promise<vscode.PreparedToolInvocation> {
    const { running, title, message } = await this.#words(name, input);
    return {
      invocationMessage: inert(running),
      confirmationMessages: { title, message: inert(message) },
    };
  }

  /** @throws Error with a sentence for the model. */
  async invoke(
    name: ToolName,
    { input, tokenizationOptions: budget }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { worker, extension } = this.services;
    const signal = abortSignalOf(token);
    const links = { scheme: vscode.env.uriScheme, extension: extension.extension.id };
    const answer = (maxBytes: number) =>
      worker.request(
        'tools/call',
        { name, input, folders: openFolders(), maxBytes: Math.max(leastBytes, maxBytes), links },
        signal,
      );
    if (budget === undefined) {
      return result(await answer(usualBytes));
    }
    let text = await answer(Math.min(usualBytes, budget.tokenBudget * bytesPerToken));
    for (let tries = 1; tries < mostTries; tries += 1) {
      const tokens = await budget.countTokens(text, token);
      if (tokens <= budget.tokenBudget) {
        break;
      }
      text = await answer(
        Math.floor((Buffer.byteLength(text) * budget.tokenBudget * 0.9) / tokens),
      );
    }
    return result(text);
  }

  async #words(name: ToolName, input: unknown) {
    switch (name) {
      case 'find_sessions':
        return {
          running: t('Finding sessions'),
          title: t('List sessions of this folder?'),
          message: t('Titles, agents, and dates of past sessions go to the model.'),
        };
      case 'read_session': {
        const session = await this.#sessionName(input);
        return {
          running: t('Reading {0}', session),
          title: t('Read a session?'),
          message: t(
            'What was said and done in {0} goes to the model, tool output included.',
            session,
          ),
        };
      }
      case 'sessions_of_file': {
        const file = quoted(String(member(input, 'path')), nameLength);
        return {
          running: t('Finding edits of {0}', file),
          title: t('List edits of a file?'),
          message: t(
            'Dates, agents, and prompts of past sessions that changed {0} go to the model.',
            file,
          ),
        };
      }
    }
  }

  /** The session that a call names, as the list calls it. */
  async #sessionName(input: unknown): Promise<string> {
    const name = String(member(input, 'session'));
    const { catalog } = this.services;
    await catalog.ready();
    try {
      const { session } = wantedSession(catalog.all(), name);
      return `${quoted(sessionLabel(session), nameLength)} (${speakerLabel(session)})`;
    } catch {
      // The call itself tells the model why there is no such session.
      return quoted(name, nameLength);
    }
  }
}

/** Foreign words stay words. */
function inert(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}

function result(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
