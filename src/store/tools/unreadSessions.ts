import { UserError } from '#core/userError.ts';
import type { SessionStore } from '../sessionStore.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import { quoted } from './words.ts';

/** Sessions that are named; more tell a model nothing. */
const mostNamed = 3;
/** Characters of a sentence. */
const sentenceChars = 300;

/** The sessions that an answer leaves out because they cannot be read. */
export class UnreadSessions {
  readonly #sentences: string[];

  /** @param failures of the list, a sentence each. */
  constructor(
    private readonly store: Pick<SessionStore, 'failed'>,
    failures: readonly string[],
  ) {
    this.#sentences = [...failures];
  }

  /** Another that could not be read, and why. */
  add(path: string, error: unknown): void {
    this.store.failed(error, path);
    this.#sentences.push(whyNot(path, error));
  }

  /** How many there are, and the first by name; nothing if there are none. */
  sentences(): readonly string[] {
    const count = this.#sentences.length;
    const named = this.#sentences.slice(0, mostNamed).map((each) => quoted(each, sentenceChars));
    return count === 0
      ? []
      : [
          `Could not be read: ${count}. ${count > mostNamed ? 'The first: ' : ''}${named.join(' ')}`,
        ];
  }
}

/** Why a session cannot be read, in a sentence that names it. */
function whyNot(path: string, error: unknown): string {
  const why =
    error instanceof UserError
      ? error.message
      : error instanceof SessionReplaced
        ? 'It changed while it was read.'
        : 'Reading it failed. The log says why.';
  return why.includes(path) ? why : `${path}: ${why}`;
}
