import * as vscode from 'vscode';
import { hasCalls, withCallsAsText } from '#core/chat/sendable.ts';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { Log } from '../log.ts';
import { languageModelMessage } from './languageModelMessage.ts';
import { mayRetry, modelErrorSentence } from './modelError.ts';

export interface ModelAnswer {
  /** All text that came, in the order it came. */
  readonly text: string;
  /** A sentence if the answer is missing or broke off for another reason than the user's. */
  readonly failure: string | undefined;
}

/**
 * Sends messages to the model and hands its text on as it comes. Never throws: what goes wrong is a
 * sentence beside the text that had arrived.
 */
export async function askModel(
  model: vscode.LanguageModelChat,
  messages: readonly ConversationMessage[],
  onText: (text: string) => void,
  token: vscode.CancellationToken,
  log: Log,
): Promise<ModelAnswer> {
  const heard = { text: '', calls: new Set<string>() };
  try {
    await stream(model, messages, heard, onText, token);
  } catch (error) {
    if (token.isCancellationRequested) {
      return { text: heard.text, failure: undefined };
    }
    log.warn('chat', 'model failed', { model: model.id, reason: reasonOf(error) });
    if (heard.text !== '' || !hasCalls(messages) || !mayRetry(error)) {
      return { text: heard.text, failure: modelErrorSentence(error) };
    }
    // Some providers take past calls only together with the tools, which cannot be run from here.
    return askInWords(model, messages, onText, token, error);
  }
  return { text: heard.text, failure: token.isCancellationRequested ? undefined : lack(heard) };
}

async function askInWords(
  model: vscode.LanguageModelChat,
  messages: readonly ConversationMessage[],
  onText: (text: string) => void,
  token: vscode.CancellationToken,
  firstError: unknown,
): Promise<ModelAnswer> {
  const heard = { text: '', calls: new Set<string>() };
  try {
    await stream(model, withCallsAsText(messages), heard, onText, token);
  } catch {
    // The second try was a guess; what the model said to the real messages is what the user needs.
    const failure = token.isCancellationRequested ? undefined : modelErrorSentence(firstError);
    return { text: heard.text, failure };
  }
  return { text: heard.text, failure: token.isCancellationRequested ? undefined : lack(heard) };
}

async function stream(
  model: vscode.LanguageModelChat,
  messages: readonly ConversationMessage[],
  heard: { text: string; readonly calls: Set<string> },
  onText: (text: string) => void,
  token: vscode.CancellationToken,
): Promise<void> {
  const response = await model.sendRequest(
    messages.map(languageModelMessage),
    { justification: vscode.l10n.t('To go on with the session that you resumed.') },
    token,
  );
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      heard.text += part.value;
      onText(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      heard.calls.add(part.name);
    }
  }
}

/** What is missing from an answer that ended well. */
function lack(heard: { text: string; readonly calls: ReadonlySet<string> }): string | undefined {
  if (heard.calls.size > 0) {
    return vscode.l10n.t(
      'The model asked for a tool ({0}), and no tools run here. Ask it to go on without, or resume in the terminal.',
      [...heard.calls].join(', '),
    );
  }
  return heard.text.trim() === ''
    ? vscode.l10n.t(
        'The model sent an empty answer. Send the message again or choose another model.',
      )
    : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof vscode.LanguageModelError
    ? error.code
    : error instanceof Error
      ? error.name
      : typeof error;
}
