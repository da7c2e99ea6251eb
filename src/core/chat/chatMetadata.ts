/**
 * What a chat turn stores in its result's metadata, under the key `sessionBrowser`. This is the
 * only memory: it tells chats apart and outlives the window.
 */
export interface ChatTurnNote {
  readonly version: 1;
  /** The session: all three or none; see `SessionRef`. */
  readonly agent?: string | undefined;
  readonly id?: string | undefined;
  readonly path?: string | undefined;
  /**
   * `imported`: drawn from the log. `resumed`: `/resume` in this chat. `answered`: this chat's own
   * turn. `fresh`: `/new`, earlier messages do not count. Only the last two may lack a session.
   */
  readonly kind: 'imported' | 'resumed' | 'answered' | 'fresh';
  /** Row of a compaction: the chat continues from before it, until it has a session of its own. */
  readonly before?: string | undefined;
  /** How far the log was read: bytes, and messages of the conversation if it was built. */
  readonly seen?: { readonly messages?: number | undefined; readonly bytes: number } | undefined;
  /** An answered turn that also resumed the session (`/resume <id> message`) or started a chat. */
  readonly begins?: true | undefined;
  /** The turn is in the log, so this stored copy does not count. */
  readonly recorded?: true | undefined;
  /** Identity of the log's file as written, to notice another writer. */
  readonly identity?: string | undefined;
  /** Whether the user wants this chat recorded, once decided. */
  readonly record?: 'on' | 'off' | undefined;
  /** The model used up its tool rounds and wanted to continue. */
  readonly stopped?: 'limit' | undefined;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
}

export const chatMetadataKey = 'sessionBrowser';
