import type { ConversationMessage } from '#core/conversation/message.ts';
import type { Requests } from '#protocol/contract.ts';
import type { Conversation, ConversationOutline, WorkerContract } from '#protocol/worker.ts';
import type { ForkPoint } from '#protocol/writing.ts';

/**
 * What a model would get now, straight from the log, in parts that keep this thread for a moment each.
 *
 * @param worker `WorkerClient` fits.
 * @throws RemoteError with a sentence if the log cannot be read; AbortError when `signal` fires.
 */
export async function readConversation(
  worker: Requests<WorkerContract, 'session/conversation' | 'session/conversationPart'>,
  path: string,
  signal?: AbortSignal,
): Promise<Conversation> {
  return readParts(worker, await worker.request('session/conversation', { path }, signal), signal);
}

/** What a fork leaves behind, before it or after it. Errors as above. */
export async function readLeftBehind(
  worker: Requests<WorkerContract, 'session/leftBehind' | 'session/conversationPart'>,
  point: ForkPoint,
  signal?: AbortSignal,
): Promise<Conversation> {
  return readParts(worker, await worker.request('session/leftBehind', { point }, signal), signal);
}

async function readParts(
  worker: Requests<WorkerContract, 'session/conversationPart'>,
  { conversation, total, ...outline }: ConversationOutline,
  signal: AbortSignal | undefined,
): Promise<Conversation> {
  const messages: ConversationMessage[] = [];
  while (messages.length < total) {
    const start = messages.length;
    const part = await worker.request('session/conversationPart', { conversation, start }, signal);
    if (part.length === 0) {
      throw new Error('A conversation has fewer messages than it says.');
    }
    messages.push(...part);
  }
  return { ...outline, messages };
}
