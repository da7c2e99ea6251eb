import type { SessionSummary } from '#core/session.ts';
import { AbortError } from '#protocol/endpoint.ts';
import type { Requests } from '#protocol/contract.ts';
import type { WorkerContract } from '#protocol/worker.ts';
import type { Log } from '../vscode/log.ts';

/** What is counted in the whole of a log; `unknown` where it could not be read. */
export type SessionCount = WorkerContract['requests']['sessions/count']['result'] | 'unknown';

/**
 * Messages and problems of sessions, for tooltips. Counting reads the whole log, and a tooltip does not
 * wait for a long one: it goes on in the background, for one session at a time.
 */
export class SessionCounts {
  readonly #worker: Requests<WorkerContract, 'sessions/count'>;
  readonly #log: Log;
  /** A session that did not change is the same object in the next listing. */
  readonly #known = new WeakMap<SessionSummary, SessionCount>();
  #running: AbortController | undefined;

  constructor(worker: Requests<WorkerContract, 'sessions/count'>, log: Log) {
    this.#worker = worker;
    this.#log = log;
  }

  /**
   * @param patience settles when the answer is not waited for any longer.
   * @param later is called with the answer's being known, if it comes after that.
   * @returns undefined if it is not known yet.
   */
  async of(
    session: SessionSummary,
    patience: Promise<void>,
    later: () => void,
  ): Promise<SessionCount | undefined> {
    const known = this.#known.get(session);
    if (known !== undefined) {
      return known;
    }
    let isLate = false;
    const counted = this.#count(session).then((count) => {
      if (count !== undefined) {
        this.#known.set(session, count);
        if (isLate) {
          later();
        }
      }
      return count;
    });
    const impatient = patience.then(() => {
      isLate = true;
      return undefined;
    });
    return Promise.race([counted, impatient]);
  }

  /** @returns undefined if another session is counted instead. */
  async #count(session: SessionSummary): Promise<SessionCount | undefined> {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const { path } = session;
    try {
      return await this.#worker.request('sessions/count', { path }, running.signal);
    } catch (error) {
      if (error instanceof AbortError) {
        return undefined;
      }
      // A tooltip without this count is still a tooltip.
      this.#log.debug('tree', 'log not counted', { path, reason: String(error) });
      return 'unknown';
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
      }
    }
  }
}
