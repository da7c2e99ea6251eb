import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { realPath } from '../disk/newFile.ts';
import type { SessionStore } from '../sessionStore.ts';

interface ExportTarget {
  /** Something already exists there. */
  readonly exists: boolean;
  /** Permissions of a new file: an export is no more readable than its log. */
  readonly mode: number;
}

/**
 * Checks the target of an export.
 *
 * @param log path of the session's log; undefined for an export of no single session.
 * @throws UserError if the place is or could be a session of any agent, or is not a file.
 */
export function exportTarget(
  store: Pick<SessionStore, 'holds'>,
  log: string | undefined,
  file: string,
): ExportTarget {
  const target = realPath(file);
  if (store.holds(target)) {
    throw new UserError(t('{0} belongs to an agent’s sessions. Export to another folder.', file));
  }
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile() && !there.isSymbolicLink()) {
    const why = there.isDirectory() ? t('it is a folder') : t('it is not a file');
    throw new UserError(t('{0} could not be written: {1}.', file, why));
  }
  return { exists: there !== undefined, mode: log === undefined ? privateMode : modeOf(log) };
}

/** Only the user may read it. */
const privateMode = 0o600;

function modeOf(log: string): number {
  // The log may be a database row, whose path has the database as its folder.
  const stats = fileAt(log) ?? fileAt(dirname(log));
  return stats === undefined ? privateMode : stats.mode & 0o666;
}

function fileAt(path: string): Stats | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    // Reading the log will report what is wrong with it.
    return undefined;
  }
}
