import { Pacer } from '#base/pacer.ts';
import { isCalled, type SessionSummary } from '#core/events/session.ts';
import { everyPlace } from './allSessions.ts';
import type { ListTools } from './sessionList.ts';

/**
 * Looks through all stores, whatever folder a session belongs to. Agents put the ID into a name, so
 * what has it in its path is read first.
 *
 * @returns undefined if no enabled agent has such a session.
 * @throws the signal's reason when aborted.
 */
export async function sessionById(
  tools: ListTools,
  { agent, id }: Pick<SessionSummary, 'agent' | 'id'>,
  signal?: AbortSignal,
): Promise<SessionSummary | undefined> {
  const pacer = new Pacer(signal, tools.now);
  const { places } = await everyPlace(tools, pacer);
  let former: SessionSummary | undefined;
  const isNamed = ({ path }: { readonly path: string }) => path.includes(id);
  for (const place of [...places.filter(isNamed), ...places.filter((each) => !isNamed(each))]) {
    const read = tools.cache.read(place, place.stat);
    const summary = read.ok ? read.value.summary : undefined;
    if (summary !== undefined && isCalled(summary, { agent, id })) {
      if (summary.id === id) {
        return summary;
      }
      former ??= summary;
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return former;
}
