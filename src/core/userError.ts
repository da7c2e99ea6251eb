/**
 * An error whose message is a sentence for the user. Anything else thrown is a bug: it goes to the
 * log, and the user only learns that there is more in the log.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    sentence: string,
    /** Buttons that offer a way out, in display order. */
    readonly waysOut: readonly WayOut[] = [],
  ) {
    super(sentence);
  }
}

export interface WayOut {
  readonly label: string;
  readonly run: () => unknown;
}
