import type { SessionRef } from '../session.ts';

/**
 * What a turn of a chat remembers in its result's metadata, under the key `sessionBrowser`. It is the
 * only memory there is: a chat is told from another by it, and it outlives the window.
 */
export interface ChatTurnNote extends SessionRef {
  readonly version: 1;
  /**
   * `imported`: drawn from the log. `resumed`: `/resume` in this chat. `answered`: this chat's own
   * turn, with what was exactly sent and received.
   */
  readonly kind: 'imported' | 'resumed' | 'answered';
  /** Source lines of an imported turn's first and last row. */
  readonly lines?: readonly [number, number] | undefined;
  /** How far the log was read: messages of the conversation, where it was built, and bytes. */
  readonly seen?: { readonly messages?: number | undefined; readonly bytes: number } | undefined;
  /** An answered turn that also resumed the session (`/resume <id> message`). */
  readonly begins?: true | undefined;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
}

export const chatMetadataKey = 'sessionBrowser';
