export interface Request {
  readonly type: 'request';
  readonly id: number;
  readonly name: string;
  readonly body: unknown;
}
export interface Part {
  readonly type: 'part';
  readonly id: number;
  readonly body: unknown;
}
export type Reply =
  | { readonly type: 'reply'; readonly id: number; readonly body: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly error: string };
/** What one endpoint sends to the other. */
export type Envelope =
  | Request
  | Part
  | Reply
  | { readonly type: 'notice'; readonly name: string; readonly body: unknown }
  | { readonly type: 'abort' | 'taken'; readonly id: number };

/**
 * Checked by hand: the page uses this class too and ships no zod. Bodies are checked by their
 * owners.
 */
export function isEnvelope(message: unknown): message is Envelope {
  if (typeof message !== 'object' || message === null) {
    return false;
  }
  const { type, id, name } = message as { type?: unknown; id?: unknown; name?: unknown };
  switch (type) {
    case 'request':
      return typeof id === 'number' && typeof name === 'string';
    case 'reply':
    case 'part':
    case 'taken':
    case 'abort':
      return typeof id === 'number';
    case 'notice':
      return typeof name === 'string';
    default:
      return false;
  }
}
