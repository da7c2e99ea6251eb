import type { TurnStep } from '#core/events/newEvent.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../../catalog/services.ts';
import type { Recording } from './recorder.ts';

/** Milliseconds of text to write in one go. */
const textMs = 1_000;
/** Code points of the message, to recognize it by. */
const promptLength = 80;

export type RunningTurn = ReturnType<typeof runningTurn>;

/**
 * Journals a turn on disk until it is in its session's log, so a killed window loses at most the
 * last second. Best effort: failures never reach the turn, and the turn never waits.
 *
 * @param recording the session as of the user's message.
 */
export function runningTurn(
  { worker, log }: Pick<ChatServices, 'worker' | 'log'>,
  { session, end }: Recording,
  prompt: string,
) {
  let pending: TurnStep[] = [];
  let timer: NodeJS.Timeout | undefined;
  const begun = worker
    .request('journal/begin', { session, end, prompt: oneLine(prompt, promptLength) })
    .catch((error: unknown) => {
      log.warn('chat', 'turn is not kept while it runs', { reason: String(error) });
      return undefined;
    });
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const steps = pending;
    pending = [];
    // The worker answers in request order, so steps keep theirs.
    void begun
      .then((journal) =>
        journal === undefined ? undefined : worker.request('journal/add', { journal, steps }),
      )
      .catch((error: unknown) => {
        log.warn('chat', 'step of a turn is not kept', { reason: String(error) });
      });
  };
  return {
    add: (step: TurnStep): void => {
      const last = pending.at(-1);
      if (step.kind === 'text' && last?.kind === 'text') {
        pending[pending.length - 1] = { kind: 'text', text: last.text + step.text };
      } else {
        pending.push(step);
      }
      if (step.kind === 'text') {
        timer ??= setTimeout(flush, textMs);
      } else {
        flush();
      }
    },
    /** Ends the turn. @returns the journal, for the caller to write the turn or drop it. */
    end: (): Promise<string | undefined> => {
      clearTimeout(timer);
      pending = [];
      return begun;
    },
  };
}
