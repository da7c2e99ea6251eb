import type { NumbersCell } from '#core/numbers/numbers.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { Cost } from '../sources/database/databasesBeside.ts';
import { Cells, modelName } from './cells.ts';
import type { Counted } from './logNumbers.ts';

type Store = Pick<SessionStore, 'sessionAt' | 'listTools'>;

/** What a session cost, as its agent says beside its sessions; nothing of one outside all stores. */
export function costsOf(
  store: Store,
  { id, path }: Pick<SessionSummary, 'id' | 'path'>,
): readonly Cost[] {
  const session = store.sessionAt(path);
  const isOwn = session.located !== undefined && session.located.subAgent === undefined;
  return isOwn ? store.listTools.sources.costs(session, id) : [];
}

/** The same by day and model, once for a session of which there are copies. */
export function costCells(
  store: Store,
  session: SessionSummary,
  { answers }: Counted,
): readonly NumbersCell[] {
  const { agent, id, createdAt, updatedAt } = session;
  const key = `costs ${agent} ${id}`;
  const costs = answers.has(key) ? [] : costsOf(store, session);
  answers.add(key);
  return [false, true].flatMap((isSubAgent) => {
    const cells = new Cells(createdAt ?? updatedAt, isSubAgent);
    for (const { model, time, cost } of costs.filter((one) => one.isSubAgent === isSubAgent)) {
      cells.add(time, modelName(model), { cost });
    }
    return cells.all();
  });
}
