import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import type { ReadingEnd } from '#protocol/readingEnd.ts';
import { SessionReplaced } from '../sources/records/source.ts';

/** Hears of a session, or a part of one, that could not be read, and why: a sentence, or a bug. */
export type Failed = (error: unknown, path: string) => void;

/** Sentences that people read; the log has all bugs. */
const mostTold = 3;

/** Code points of an ID, which comes from a log. */
const idLength = 60;

/** Why something was left out of what many sessions came to. */
export class Reasons {
  readonly #sentences: string[] = [];

  /** @param failed receives all. */
  constructor(private readonly failed: Failed) {}

  readonly add: Failed = (error, path) => {
    this.failed(error, path);
    if (this.#sentences.length < mostTold) {
      this.#sentences.push(whyNot(path, error));
    }
  };

  /** The first few. */
  get told(): Pick<ReadingEnd, 'reasons'> {
    return this.#sentences.length === 0 ? {} : { reasons: this.#sentences };
  }
}

/** @param id by which its session names it. */
export function missingAgent(id: string): UserError {
  return new UserError(t('The log of its sub-agent {0} cannot be found.', oneLine(id, idLength)));
}

/** Why a session cannot be read, in a sentence that names it. */
export function whyNot(path: string, error: unknown): string {
  const why =
    error instanceof UserError
      ? error.message
      : error instanceof SessionReplaced
        ? t('It changed while it was read.')
        : t('Reading it failed. The log says why.');
  return why.includes(path) ? why : `${path}: ${why}`;
}
