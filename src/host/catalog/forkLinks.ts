import type { SessionLink, SessionRef, SessionSummary } from '#core/events/session.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

/**
 * Fork links between the listed sessions. A log names its parent by log path, by ID or by both; if
 * a session with that path is listed, the path wins.
 */
export class ForkLinks {
  readonly #forks: SessionSummary[] = [];
  readonly #byPath = new Map<string, SessionSummary>();
  readonly #byId = new Map<string, SessionSummary>();
  readonly #byFormerId = new Map<string, SessionSummary>();
  /** Forks, keyed by the parent path and by the parent ID that they name. */
  readonly #named = new Map<string, Set<SessionSummary>>();

  /** @param sessions newest first; results keep that order. */
  constructor(
    sessions: readonly SessionSummary[],
    private readonly style: PathStyle,
  ) {
    for (const session of sessions) {
      this.add(session);
    }
  }

  /** @param session older than those already added. */
  add(session: SessionSummary): void {
    this.#byPath.set(this.style.key(session.path), session);
    const id = idKey(session);
    if (!this.#byId.has(id)) {
      this.#byId.set(id, session);
    }
    const { agent, formerId } = session;
    if (formerId !== undefined) {
      this.#byFormerId.set(idKey({ agent, id: formerId }), session);
    }
    if (session.parent !== undefined) {
      this.#forks.push(session);
      for (const key of this.#keysOf(session.agent, session.parent)) {
        const named = this.#named.get(key) ?? new Set();
        named.add(session);
        this.#named.set(key, named);
      }
    }
  }

  /** The parent of a fork, if the list has it. */
  parentOf({ agent, path, parent }: SessionSummary): SessionSummary | undefined {
    const found = parent === undefined ? undefined : this.find(agent, parent);
    return found?.path === path ? undefined : found;
  }

  /** The session that a link from an agent's log refers to, if the list has it. */
  find(agent: string, { path, id }: SessionLink): SessionSummary | undefined {
    const byPath = path === undefined ? undefined : this.#byPath.get(this.style.key(path));
    const key = id === undefined ? '' : idKey({ agent, id });
    return byPath ?? this.#byId.get(key) ?? this.#byFormerId.get(key);
  }

  /** Listed forks of this session, which need not be listed itself. */
  forksOf(session: SessionRef): readonly SessionSummary[] {
    const named = new Set(
      this.#keysOf(session.agent, session).flatMap((key) => [...(this.#named.get(key) ?? [])]),
    );
    return named.size === 0
      ? []
      : this.#forks.filter(
          (fork) =>
            named.has(fork) &&
            fork.path !== session.path &&
            (this.parentOf(fork)?.path ?? session.path) === session.path,
        );
  }

  #keysOf(agent: string, { path, id }: SessionLink): readonly string[] {
    return [
      ...(path === undefined ? [] : [`path ${this.style.key(path)}`]),
      ...(id === undefined ? [] : [idKey({ agent, id })]),
    ];
  }
}

function idKey({ agent, id }: Pick<SessionSummary, 'agent' | 'id'>): string {
  return `id ${agent} ${id}`;
}
