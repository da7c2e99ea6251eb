import { chatMetadataKey, type ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { noteIn } from '../record/chatHistory.ts';

/** One of our chats as VS Code exports it, reduced to what identifies it. */
export interface ShownChat {
  /** From the last turn that has one. */
  readonly note: ChatTurnNote;
  /** VS Code's ID of the first message: a copy of a chat has others. */
  readonly firstRequest: string;
}

/**
 * Finds what identifies a chat in VS Code's export of it, which may have several MB, without
 * parsing all of that. No message can look like it, because quotes within a text are escaped.
 *
 * @param text from `JSON.stringify` with an indentation of two.
 * @returns undefined if it is not one of our chats.
 */
export function shownIn(text: string): ShownChat | undefined {
  const firstRequest = /\n {6}"requestId": "([^"]*)"/.exec(text)?.[1];
  const key = `"${chatMetadataKey}": {`;
  const at = text.lastIndexOf(key);
  const indentation = text.slice(text.lastIndexOf('\n', at) + 1, at);
  const end = text.indexOf(`\n${indentation}}`, at);
  if (firstRequest === undefined || at < 0 || end < 0) {
    return undefined;
  }
  const value: unknown = JSON.parse(`${text.slice(at + key.length - 1, end)}}`);
  const note = noteIn(value);
  return note === undefined ? undefined : { note, firstRequest };
}
