/** What a test asks of a window; `settings` are the user's, `undefined` for the default. */
export type Order =
  | { readonly command: string; readonly args: readonly unknown[] }
  | { readonly setting: string; readonly value?: unknown };

/** A line to the window, and a line back. */
export interface SentOrder {
  readonly id: number;
  readonly order: Order;
}
export interface OrderAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Name of the environment variable with the socket of the tests that control the window. */
export const controlVariable = 'SESSION_BROWSER_CONTROL';
