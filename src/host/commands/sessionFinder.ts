import { basename } from 'node:path';
import { speakerLabel } from '#agents/registry.ts';
import { hostPacer } from '#base/pacer.ts';
import type { SessionSummary } from '#core/events/session.ts';

/** Finds sessions as a person types, among tens of thousands at every key. */
export class SessionFinder {
  /** An unchanged session is the same object in the next listing. */
  readonly #texts = new WeakMap<SessionSummary, string>();

  /**
   * The first sessions that have all words of the query, in any case and order, in their name,
   * first message, ID, agent, folder, tags or note. Yields every few milliseconds.
   *
   * @returns `hasMore` if more sessions match.
   * @throws the signal's reason when aborted.
   */
  async find(
    sessions: readonly SessionSummary[],
    query: string,
    max: number,
    signal: AbortSignal,
  ): Promise<{ readonly sessions: readonly SessionSummary[]; readonly hasMore: boolean }> {
    const words = query.toLowerCase().split(/\s+/u);
    const pacer = hostPacer(signal);
    const found: SessionSummary[] = [];
    for (const session of sessions) {
      const text = this.#textOf(session);
      if (words.every((word) => text.includes(word))) {
        if (found.length === max) {
          return { sessions: found, hasMore: true };
        }
        found.push(session);
      }
      await pacer.pauseIfDue();
    }
    return { sessions: found, hasMore: false };
  }

  #textOf(session: SessionSummary): string {
    const cached = this.#texts.get(session);
    if (cached !== undefined) {
      return cached;
    }
    const { name, title, firstUserMessage, id, cwd, marks } = session;
    const text = [
      name,
      title,
      firstUserMessage,
      id,
      speakerLabel(session),
      cwd === undefined ? undefined : basename(cwd),
      ...(marks?.tags ?? []).map((tag) => `#${tag}`),
      marks?.note,
    ]
      .join('\n')
      .toLowerCase();
    this.#texts.set(session, text);
    return text;
  }
}
