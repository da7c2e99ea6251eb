import { t } from '#base/l10n.ts';
import type { Row } from '#core/rows/row.ts';
import { UserError } from '#core/userError.ts';
import type { ReplayServices } from './replayServices.ts';

/**
 * Opens the replay of a sub-agent.
 *
 * @param place its call in the session at `path`, and its place among those of that call.
 * @param title of that session.
 * @throws UserError if its log is gone.
 */
export async function openSubAgent(
  { rowId, agent }: { readonly rowId: string; readonly agent: number },
  path: string,
  title: string,
  { worker, gate, show }: Pick<ReplayServices, 'worker' | 'gate' | 'show'>,
): Promise<void> {
  const [row, steps] = await Promise.all([
    worker.request('session/row', { path, rowId }),
    worker.request('agent/read', { path, rowId, agent, start: 0, count: 1 }),
  ]);
  if (steps === undefined) {
    throw new UserError(t('The log of this sub-agent is no longer there.'));
  }
  // The row of the outermost call is the one that the session itself has.
  const [call = rowId] = rowId.split(':', 1);
  const caller = { path, rowId: call, title, agent: nameOf(row) };
  show(await gate.summary(steps.path), { caller });
}

/** What a call says about its sub-agent; empty if nothing. */
function nameOf(row: Row | undefined): string {
  if (row?.kind !== 'tool') {
    return '';
  }
  const task = row.view?.kind === 'agent' ? row.view.tasks[0] : undefined;
  return task?.title ?? task?.agent ?? row.title;
}
