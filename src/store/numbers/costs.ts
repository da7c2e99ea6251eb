import type { NumbersCell } from '#core/numbers/numbers.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { SessionStore } from '../sessionStore.ts';
import { Cells, modelName } from './cells.ts';
import type { Counted } from './logNumbers.ts';

/** What a session cost as its agent says beside its sessions, by day and model, once for a session of which there are copies. */
export function costCells(
  store: Pick<SessionStore, 'sessionAt' | 'costsOf'>,
  session: SessionSummary,
  { answers }: Counted,
): readonly NumbersCell[] {
  const { agent, id, createdAt, updatedAt } = session;
  const key = `costs ${agent} ${id}`;
  const costs = answers.has(key) ? [] : store.costsOf(store.sessionAt(session.path), id);
  answers.add(key);
  return [false, true].flatMap((isSubAgent) => {
    const cells = new Cells(createdAt ?? updatedAt, isSubAgent);
    for (const { model, time, cost } of costs.filter((one) => one.isSubAgent === isSubAgent)) {
      cells.add(time, modelName(model), { cost });
    }
    return cells.all();
  });
}
