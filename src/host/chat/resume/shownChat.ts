import { chatMetadataKey, type ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { noteIn } from '../record/chatHistory.ts';

/** A chat of ours as VS Code exports it, as far as it has to be told from others. */
export interface ShownChat {
  /** Of the last turn that has one. */
  readonly note: ChatTurnNote;
  /** VS Code's id of the first message: a copy of a chat has others. */
  readonly firstRequest: string;
}

/**
 * Finds what tells a chat in VS Code's export of it, which may have several MB, without parsing all of
 * that. Nothing that was said can look like it, because quotes within a text are escaped.
 *
 * @param text as `JSON.stringify` writes it with an indentation of two.
 * @returns undefined if it is no chat of ours.
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
