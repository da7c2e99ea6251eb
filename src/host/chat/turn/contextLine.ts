import * as vscode from 'vscode';
import { agentLabel } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { foreignChatMarkdown } from '#core/text/foreignMarkdown.ts';
import { plainText, quotation } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { Conversation } from '#protocol/worker.ts';
import { sessionLabel } from '../../catalog/sessionLabel.ts';
import type { ChatState } from '../record/chatHistory.ts';
import type { PreparedRequest } from './prepareRequest.ts';

const titleLength = 60;

/** What was resumed and how full the model's context is, as one quiet line of Markdown. */
export function resumedLine(conversation: Conversation, prepared: PreparedRequest): string {
  const { session, messages, compactions } = conversation;
  const title = plainText(oneLine(sessionLabel(session), titleLength));
  const what = [
    messages.length === 1
      ? vscode.l10n.t('1 message')
      : vscode.l10n.t('{0} messages', formatted(messages.length)),
    ...(compactions === 0
      ? []
      : [
          compactions === 1
            ? vscode.l10n.t('1 compaction applied')
            : vscode.l10n.t('{0} compactions applied', compactions),
        ]),
    contextStatus(prepared),
  ].join(' · ');
  return `*${vscode.l10n.t('Resumed “{0}” from {1}', title, plainText(agentLabel(session.agent)))} · ${what}*\n\n`;
}

/** Tokens of what is sent, of the model's limit. */
function contextStatus(prepared: PreparedRequest): string {
  const percent = Math.max(1, Math.round((prepared.tokens / prepared.limit) * 100));
  const tokens = formatted(prepared.tokens);
  const limit = formatted(prepared.limit);
  return prepared.exact
    ? vscode.l10n.t('context {0} of {1} tokens ({2} %)', tokens, limit, percent)
    : vscode.l10n.t('context about {0} of {1} tokens ({2} %)', tokens, limit, percent);
}

/** Says that the conversation was cut to fit, and what helps. */
export function omittedLine(prepared: PreparedRequest, modelName: string): string {
  const sent = prepared.messages.length;
  return (
    vscode.l10n.t(
      '**The oldest {0} of {1} messages were left out**: {2} takes {3} tokens. A model with a larger window gets more of the session, and so does the agent itself in a terminal.',
      formatted(prepared.omitted),
      formatted(prepared.omitted + sent),
      plainText(modelName),
      formatted(prepared.limit),
    ) + '\n\n'
  );
}

/** Says that the log was written to since the chat last read it. */
export function grownLine(seen: ChatState['seen'], { messages }: Conversation): string {
  const more = messages.length - (seen?.messages ?? messages.length);
  const line =
    more <= 0
      ? vscode.l10n.t('The session was gone on with elsewhere; it is included as it is now.')
      : more === 1
        ? vscode.l10n.t('The session was gone on with elsewhere: 1 more message, included here.')
        : vscode.l10n.t(
            'The session was gone on with elsewhere: {0} more messages, included here.',
            formatted(more),
          );
  return `*${line}*\n\n`;
}

/**
 * Closes a turn: how full the model's context is with what was said in it, and whether that is recorded.
 *
 * @param record `begun`: a session began with it.
 */
export function contextLine(prepared: PreparedRequest, record: 'on' | 'off' | 'begun'): string {
  const words = {
    on: vscode.l10n.t('recorded'),
    off: vscode.l10n.t('not recorded'),
    begun: vscode.l10n.t('recorded as a new session'),
  };
  return `\n\n*${contextStatus(prepared)} · ${words[record]}*\n\n`;
}

/** The visible rule of a compaction, with the summary that the model has from here on. */
export function compactedLine(summary: string, summed: number): string {
  const what =
    summed === 1
      ? vscode.l10n.t('**Context compacted.** 1 earlier message is summed up as:')
      : vscode.l10n.t(
          '**Context compacted.** {0} earlier messages are summed up as:',
          formatted(summed),
        );
  return `---\n\n${what}\n\n${quotation(foreignChatMarkdown(summary))}\n\n---\n\n`;
}

/** The summary that a fork has of what it leaves behind. */
export function leftBehindLine(summary: string, messages: number): string {
  const what =
    messages === 1
      ? vscode.l10n.t('The fork leaves 1 message behind, and has this summary of it:')
      : vscode.l10n.t(
          'The fork leaves {0} messages behind, and has this summary of them:',
          formatted(messages),
        );
  return `${what}\n\n${quotation(foreignChatMarkdown(summary))}\n\n`;
}

/** Says that a model stopped for its number of rounds, and how it goes on. */
export function limitLine(rounds: number): string {
  const line = vscode.l10n.t(
    'Stopped after {0} rounds with tools. Write “Continue” to let it go on; `sessionBrowser.chat.maxToolRounds` sets the number.',
    formatted(rounds),
  );
  return `\n\n*${line}*`;
}

/** Says that a chat goes on in another session than the one it came from. */
export function goesOnLine(session: SessionSummary): string {
  const line = vscode.l10n.t(
    'This chat goes on as a session of its own, with a link to “{0}”, which stays as it is.',
    plainText(oneLine(sessionLabel(session), titleLength)),
  );
  return `\n\n*${line}*`;
}

/** Tells what did not work, while the turn goes on. */
export function warn(stream: vscode.ChatResponseStream, ...sentences: readonly string[]): void {
  for (const sentence of sentences) {
    stream.markdown(`\n\n> ⚠ ${plainText(sentence)}\n\n`);
  }
}

function formatted(count: number): string {
  return new Intl.NumberFormat(vscode.env.language).format(count);
}
