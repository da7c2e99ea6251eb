import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { formatBytes } from '#base/format.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { wantsCopy, type ArchiveMode, type ArchiveReport } from '#protocol/archive.ts';
import { configKeys } from '../vscode/contributions.ts';
import { offer } from '../vscode/runCommand.ts';
import { archives, settings } from '../vscode/settings.ts';
import { wayTo } from '../vscode/waysOut.ts';
import type { ChatServices } from './services.ts';

/** A session that is being written is not copied again for each line. ms */
const changedMs = 30_000;
/** The start of a window belongs to others. ms */
const startMs = 60_000;
/** Sessions of other folders change too. ms */
const againMs = 6 * 60 * 60 * 1000;

/** Has copies made by themselves, as the settings say. */
export function archive({
  catalog,
  everywhere,
  marks,
  worker,
  log,
}: Pick<ChatServices, 'catalog' | 'everywhere' | 'marks' | 'worker' | 'log'>): vscode.Disposable {
  const catalogs = [catalog, everywhere];
  /** How each was when it was last copied, or could not be. */
  const seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let wasFull = false;
  const changed = (mode: ArchiveMode) =>
    catalogs
      .flatMap((each) => each.all())
      .filter(
        (session) =>
          wantsCopy(mode, session, session.marks?.isPinned === true, Date.now()) &&
          seen.get(session.path) !== stateOf(session),
      );
  const run = async (mode: ArchiveMode, sessions?: readonly SessionSummary[]) => {
    for (const session of sessions ?? []) {
      seen.set(session.path, stateOf(session));
    }
    try {
      await marks.ready();
      const pinned = marks.all().filter(({ isPinned }) => isPinned === true);
      const limit = settings.archiveLimit();
      const paths = sessions?.map(({ path }) => path);
      tell(
        await worker.request('session/archive', { mode, limit, pinned, ...(paths && { paths }) }),
      );
    } catch (error) {
      log.warn('archive', 'sessions not copied', { reason: String(error) });
    }
  };
  const tell = ({ copied, failures, deleted, isFull }: ArchiveReport) => {
    if (copied > 0) {
      log.info('archive', 'copied', { copied });
    }
    for (const failure of failures) {
      log.warn('archive', 'session not copied', failure);
    }
    for (const { path, isLast } of deleted) {
      log.info('archive', 'copy deleted, as copies reached their limit', { path, isLast });
    }
    const showLog = { label: t('Show Log'), run: () => log.show() };
    const open = (label: string, key: string) => wayTo(label, 'workbench.action.openSettings', key);
    if (deleted.length > 0) {
      const limit = formatBytes(settings.archiveLimit());
      const last = deleted.filter(({ isLast }) => isLast).length;
      void offer(
        'warning',
        [
          plural(
            deleted.length,
            'Copies of sessions reached their limit of {1}, so the oldest one was deleted.',
            'Copies of sessions reached their limit of {1}, so the {0} oldest were deleted.',
            limit,
          ),
          ...(last > 0
            ? [
                plural(
                  last,
                  'The agent no longer has 1 of them.',
                  'The agents no longer have {0} of them.',
                ),
              ]
            : []),
        ].join(' '),
        [open(t('Change Limit'), configKeys.archiveLimit), showLog],
        log,
      );
    }
    if (isFull && !wasFull) {
      void offer(
        'warning',
        t(
          'Copies of sessions could not be written: the disk is full. Older copies are as they were.',
        ),
        [open(t('Open Settings'), configKeys.archive), showLog],
        log,
      );
    }
    wasFull = isFull;
  };
  const ifWanted = (work: (mode: ArchiveMode) => void) => {
    const mode = settings.archive();
    if (archives(mode)) {
      work(mode);
    }
  };
  const plan = () =>
    ifWanted((mode) => {
      if (timer === undefined && changed(mode).length > 0) {
        timer = setTimeout(() => {
          timer = undefined;
          ifWanted((now) => void run(now, changed(now)));
        }, changedMs);
      }
    });
  const runAll = () => ifWanted((mode) => void run(mode));
  let start: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  const arm = () => {
    ifWanted(() => {
      again ??= setInterval(runAll, againMs);
    });
  };
  ifWanted(() => {
    start = setTimeout(runAll, startMs);
  });
  arm();
  return vscode.Disposable.from(
    ...catalogs.map((each) => each.onDidChange(plan)),
    settings.onDidChange(configKeys.archive, () => {
      arm();
      runAll();
    }),
    new vscode.Disposable(() => {
      clearTimeout(timer);
      clearTimeout(start);
      clearInterval(again);
    }),
  );
}

function stateOf({ size, updatedAt }: SessionSummary): string {
  return `${size} ${updatedAt}`;
}
