import type { TurnStep } from '#core/chat/turnSteps.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../../catalog/services.ts';
import type { Recording } from './recorder.ts';

/** Text that came within this time is put down together. */
const textMs = 1_000;
/** Code points of a message, to tell it by. */
const promptLength = 80;

/**
 * Keeps what happens in a turn on the disk until the turn is in its session's log, so that a window
 * that is killed loses no more than the last second. Best effort: it fails nothing, and the turn
 * waits for none of it.
 */
export class RunningTurn {
  readonly #services: Pick<ChatServices, 'worker' | 'log'>;
  readonly #journal: Promise<string | undefined>;
  #pending: TurnStep[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param recording the session, as it stands after the user's message. */
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

  /** Nothing more comes. @returns the journal, for whoever writes the turn or drops it. */
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
    // The worker answers in the order in which it is asked, so steps stay in theirs.
    void this.#journal
      .then((journal) =>
        journal === undefined ? undefined : worker.request('journal/add', { journal, steps }),
      )
      .catch((error: unknown) => {
        log.warn('chat', 'step of a turn is not kept', { reason: String(error) });
      });
  }
}
