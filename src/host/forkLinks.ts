import type { SessionLink, SessionSummary } from '#core/session.ts';
import type { PathStyle } from '#store/pathStyle.ts';

/**
 * Which of the listed sessions were forked from which. A log names its parent by the path of its log,
 * by its id or by both; the path decides where a session has it.
 */
export class ForkLinks {
  readonly #style: PathStyle;
  readonly #byPath = new Map<string, SessionSummary>();
  readonly #byId = new Map<string, SessionSummary>();
  readonly #forks = new Map<string, SessionSummary[]>();

  /** @param sessions newest first; the answers keep that order. */
  constructor(sessions: readonly SessionSummary[], style: PathStyle) {
    this.#style = style;
    for (const session of sessions) {
      this.#byPath.set(style.key(session.path), session);
    }
    for (const session of [...sessions].reverse()) {
      this.#byId.set(idKey(session), session);
    }
    for (const session of sessions) {
      const parent = this.parentOf(session);
      if (parent !== undefined) {
        const forks = this.#forks.get(parent.path) ?? [];
        forks.push(session);
        this.#forks.set(parent.path, forks);
      }
    }
  }

  /** The session that this one was forked from, if the list has it. */
  parentOf({ agent, path, parent }: SessionSummary): SessionSummary | undefined {
    const found = parent === undefined ? undefined : this.find(agent, parent);
    return found?.path === path ? undefined : found;
  }

  /** The session that a link out of a log of an agent means, if the list has it. */
  find(agent: string, { path, id }: SessionLink): SessionSummary | undefined {
    const byPath = path === undefined ? undefined : this.#byPath.get(this.#style.key(path));
    return byPath ?? (id === undefined ? undefined : this.#byId.get(idKey({ agent, id })));
  }

  forksOf({ path }: Pick<SessionSummary, 'path'>): readonly SessionSummary[] {
    return this.#forks.get(path) ?? [];
  }
}

function idKey({ agent, id }: Pick<SessionSummary, 'agent' | 'id'>): string {
  return `${agent} ${id}`;
}
