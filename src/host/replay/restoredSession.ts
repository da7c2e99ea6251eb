import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { Caller } from '#protocol/caller.ts';
import { readViewState } from '#protocol/viewStateSchema.ts';
import type { ReplayServices } from './replayServices.ts';

/**
 * The session of a tab that VS Code restores after a reload, or the sentence to show instead.
 *
 * @param state saved by the page, but others can write to it, too.
 */
export async function restoredSession(
  state: unknown,
  { gate, log }: Pick<ReplayServices, 'gate' | 'log'>,
): Promise<{ readonly session: SessionSummary; readonly caller: Caller | undefined } | string> {
  const viewState = readViewState(state);
  if (viewState === undefined || !gate.allows(viewState.session.path)) {
    log.warn('replay', 'state of a tab not taken back', { known: viewState !== undefined });
    return t('This tab lost track of its session. Close it and open the session from the list.');
  }
  try {
    const { path, caller } = viewState.session;
    const session = await gate.summary(path);
    return { session, caller: caller && gate.allows(caller.path) ? caller : undefined };
  } catch (error) {
    log.warn('replay', 'session of a tab not read', { reason: String(error) });
    return t(
      'This tab’s session can no longer be read: {0}',
      error instanceof Error ? error.message : String(error),
    );
  }
}
