import type { NumbersCell, SessionNumbers } from '#core/numbers/numbers.ts';
import { dateOf, type SessionSummary } from '#core/events/session.ts';
import type { Cost } from '../sources/database/databasesBeside.ts';
import { hash52 } from '../tally/hash52.ts';
import { modelName } from '#core/prices/modelNames.ts';
import { Cells } from './cells.ts';
import type { Counted } from './countTally.ts';

/** What a session cost as its agent says beside its sessions, by day and model, once for a session of which there are copies. */
export function costCells(
  told: readonly Cost[],
  session: SessionSummary,
  { keys }: Counted,
): readonly NumbersCell[] {
  const { agent, id } = session;
  const key = hash52(`costs ${agent} ${id}`);
  const costs = keys.has(key) ? [] : told;
  keys.add(key);
  return [false, true].flatMap((isSubAgent) => {
    const cells = new Cells(dateOf(session), isSubAgent);
    for (const { model, time, cost } of costs.filter((one) => one.isSubAgent === isSubAgent)) {
      cells.add(time, modelName(model), { cost });
    }
    return cells.all();
  });
}

/** What a session cost in all, with its sub-agents. */
export function costOfSession({ path, cells }: SessionNumbers) {
  const sum = (of: 'cost' | 'estimated') => cells.reduce((added, cell) => added + cell[of], 0);
  return { path, cost: sum('cost'), estimated: sum('estimated') };
}
