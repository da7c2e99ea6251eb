/**
 * What a turn of a chat remembers in its result's metadata, under the key `sessionBrowser`. It is the
 * only memory there is: a chat is told from another by it, and it outlives the window.
 */
export interface ChatTurnNote {
  readonly version: 1;
  /** The session, all three or none; see `SessionRef`. */
  readonly agent?: string | undefined;
  readonly id?: string | undefined;
  readonly path?: string | undefined;
  /**
   * `imported`: drawn from the log. `resumed`: `/resume` in this chat. `answered`: this chat's own
   * turn. `fresh`: `/new`, what stands before does not count. Only the last two may lack a session.
   */
  readonly kind: 'imported' | 'resumed' | 'answered' | 'fresh';
  /** How far the log was read: messages of the conversation, where it was built, and bytes. */
  readonly seen?: { readonly messages?: number | undefined; readonly bytes: number } | undefined;
  /** An answered turn that also resumed the session (`/resume <id> message`), or began a chat. */
  readonly begins?: true | undefined;
  /** The turn is in the log, so the chat's memory of it does not count. */
  readonly recorded?: true | undefined;
  /** Names the log's file as it was written, so that another writer is noticed. */
  readonly identity?: string | undefined;
  /** Whether the user wants this chat recorded, once that was decided. */
  readonly record?: 'on' | 'off' | undefined;
  /** The model had its rounds with tools and wanted to go on. */
  readonly stopped?: 'limit' | undefined;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
}

export const chatMetadataKey = 'sessionBrowser';
