/**
 * An error whose message is a sentence for the user. Anything else that is thrown is a bug: it goes
 * to the log and the user is told only that it does.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** Buttons that lead out of it, in the order they are offered. */
  readonly waysOut: readonly WayOut[];

  constructor(sentence: string, waysOut: readonly WayOut[] = []) {
    super(sentence);
    this.waysOut = waysOut;
  }
}

export interface WayOut {
  readonly label: string;
  readonly run: () => unknown;
}
