import type { TurnStep } from '#core/chat/turnSteps.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../../catalog/services.ts';
import type { Recording } from './recorder.ts';

/** Milliseconds of text to write in one go. */
const textMs = 1_000;
/** Code points of the message, to recognize it by. */
const promptLength = 80;

/**
 * Journals a turn on disk until it is in its session's log, so a killed window loses at most the
 * last second. Best effort: failures never reach the turn, and the turn never waits.
 */
export class RunningTurn {
  readonly #services: Pick<ChatServices, 'worker' | 'log'>;
  readonly #journal: Promise<string | undefined>;
  #pending: TurnStep[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param recording the session as of the user's message. */
  constructor(
    services: Pick<ChatServices, 'worker' | 'log'>,
    { session, end }: Recording,
    prompt: string,
  ) {
    this.#services = services;
    this.#journal = services.worker
      .request('journal/begin', { session, end, prompt: oneLine(prompt, promptLength) })
      .catch((error: unknown) => {
        services.log.warn('chat', 'turn is not kept while it runs', { reason: String(error) });
        return undefined;
      });
  }

  add(step: TurnStep): void {
    const last = this.#pending.at(-1);
    if (step.kind === 'text' && last?.kind === 'text') {
      this.#pending[this.#pending.length - 1] = { kind: 'text', text: last.text + step.text };
    } else {
      this.#pending.push(step);
    }
    if (step.kind === 'text') {
      this.#timer ??= setTimeout(() => {
        this.#flush();
      }, textMs);
    } else {
      this.#flush();
    }
  }

  /** Ends the turn. @returns the journal, for whoever writes the turn or drops it. */
  end(): Promise<string | undefined> {
    clearTimeout(this.#timer);
    this.#pending = [];
    return this.#journal;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const steps = this.#pending;
    this.#pending = [];
    const { worker, log } = this.#services;
    // The worker answers in request order, so steps keep theirs.
    void this.#journal
      .then((journal) =>
        journal === undefined ? undefined : worker.request('journal/add', { journal, steps }),
      )
      .catch((error: unknown) => {
        log.warn('chat', 'step of a turn is not kept', { reason: String(error) });
      });
  }
}
