import type { Memento } from 'vscode';
import { Emitter } from '#base/emitter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import type { SessionSummary } from '#core/events/session.ts';

const key = 'list.read';
/** Beyond these, all that is as old as the oldest counts as read. */
const mostSessions = 500;

interface ReadTimes {
  /** Epoch ms; what sessions said until then counts as read. */
  readonly all: number;
  /** Epoch ms by path, where that is later; later than now if the clock of its machine is ahead. */
  readonly sessions: Readonly<Record<string, number>>;
}

/** When the user last looked at each session. What was there before the first start counts as read. */
export class ReadSessions {
  readonly #changed: Emitter<undefined>;
  readonly onDidChange: Emitter<undefined>['event'];

  /** @param memento shared by all windows. */
  constructor(
    private readonly memento: Pick<Memento, 'get' | 'update'>,
    onFault: (fault: unknown) => void,
    private readonly now = Date.now,
  ) {
    this.#changed = new Emitter(onFault);
    this.onDidChange = this.#changed.event;
    const times = this.#times;
    // The clock may have been ahead.
    if (times === undefined || times.all > now()) {
      this.#save({ all: now(), sessions: times?.sessions ?? {} });
    }
  }

  /** Epoch ms. */
  until({ path }: Pick<SessionSummary, 'path'>): number {
    const { all, sessions } = this.#times ?? { all: this.now(), sessions: {} };
    return Math.max(all, Object.hasOwn(sessions, path) ? (sessions[path] ?? 0) : 0);
  }

  /** The user looked at these, or says so. */
  add(read: readonly Pick<SessionSummary, 'path' | 'updatedAt'>[]): void {
    const now = this.now();
    const { all, sessions } = this.#times ?? { all: now, sessions: {} };
    const times = new Map(Object.entries(sessions));
    for (const { path, updatedAt } of read) {
      times.set(path, Math.max(now, updatedAt));
    }
    const newest = [...times].filter(([, time]) => time > all).sort(([, a], [, b]) => b - a);
    const left = newest[mostSessions]?.[1] ?? all;
    this.#save({ all: left, sessions: Object.fromEntries(newest.slice(0, mostSessions)) });
    this.#changed.fire(undefined);
  }

  /** All that there is counts as read. */
  addAll(there: readonly Pick<SessionSummary, 'path' | 'updatedAt'>[]): void {
    const now = this.now();
    const ahead = there.filter(({ updatedAt }) => updatedAt > now).slice(0, mostSessions);
    const sessions = Object.fromEntries(ahead.map(({ path, updatedAt }) => [path, updatedAt]));
    this.#save({ all: now, sessions });
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  get #times(): ReadTimes | undefined {
    const value = this.memento.get<unknown>(key);
    // What `#save` wrote, perhaps in another window.
    return isJsonObject(value) && typeof value.all === 'number' && isJsonObject(value.sessions)
      ? (value as unknown as ReadTimes)
      : undefined;
  }

  #save(times: ReadTimes): void {
    void this.memento.update(key, times);
  }
}
