import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { hasCalls, withCallsAsText } from '#core/chat/pairedCalls.ts';
import type { AnswerPart } from '#core/chat/toolLoop.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { wellFormedMessage } from '#core/chat/sendable.ts';
import { languageModelMessage } from './languageModelMessage.ts';
import { mayRetry } from './modelError.ts';
import type { ModelTurn } from './turn.ts';

/**
 * Sends messages to the model and streams its answer. Some providers accept past calls only
 * together with the tools they called; if refused for that, the request is retried once with the
 * calls described in words.
 *
 * @throws what the model threw; of two tries the first, which is about the real messages.
 */
export async function* modelParts(
  turn: ModelTurn,
  messages: readonly ConversationMessage[],
  tools: readonly vscode.LanguageModelChatTool[],
): AsyncGenerator<AnswerPart> {
  const {
    request: { model },
    token,
    services: { log },
  } = turn;
  let began = false;
  try {
    for await (const part of answerOf(turn, messages, tools)) {
      began = true;
      yield part;
    }
    return;
  } catch (error) {
    if (token.isCancellationRequested) {
      throw error;
    }
    log.warn('chat', 'model failed', { model: model.id, reason: reasonOf(error) });
    if (began || tools.length > 0 || !hasCalls(messages) || !mayRetry(error)) {
      throw error;
    }
    try {
      yield* answerOf(turn, withCallsAsText(messages), tools);
    } catch {
      throw error;
    }
  }
}

async function* answerOf(
  { request: { model }, token }: ModelTurn,
  messages: readonly ConversationMessage[],
  tools: readonly vscode.LanguageModelChatTool[],
): AsyncGenerator<AnswerPart> {
  const response = await model.sendRequest(
    // What was said since they were prepared may have half of a surrogate pair.
    messages.map((message) => languageModelMessage(wellFormedMessage(message))),
    {
      justification: t('To continue this session.'),
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    },
    token,
  );
  for await (const part of untilStopped(response.stream, token)) {
    if (part instanceof vscode.LanguageModelTextPart) {
      yield { type: 'text', text: part.value };
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      const { callId, name, input } = part;
      yield { type: 'toolCall', callId, name, input: input as Readonly<Record<string, unknown>> };
    }
  }
}

/** Milliseconds for a stopped model to deliver what it has already said. */
const lastWordsMs = 1_000;

/** Some models continue after a request to stop; they are not awaited. */
async function* untilStopped(
  stream: AsyncIterable<unknown>,
  token: vscode.CancellationToken,
): AsyncGenerator {
  const iterator = stream[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let listener: vscode.Disposable | undefined;
  const stopped = new Promise<undefined>((resolve) => {
    listener = token.onCancellationRequested(() => {
      timer = setTimeout(resolve, lastWordsMs, undefined);
    });
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === undefined || next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    listener?.dispose();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof vscode.LanguageModelError
    ? error.code
    : error instanceof Error
      ? error.name
      : typeof error;
}
