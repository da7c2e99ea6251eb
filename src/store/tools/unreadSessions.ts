import type { SessionStore } from '../sessionStore.ts';
import { whyNot } from '../search/eachSession.ts';
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
