import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { realPath } from '../disk/newFile.ts';
import type { SessionStore } from '../sessionStore.ts';

export interface ExportTarget {
  /** Something is there already. */
  readonly exists: boolean;
  /** Permissions of a new file: an export is no easier to read than the log that it is made from. */
  readonly mode: number;
}

/**
 * Looks at the place where an export is to go.
 *
 * @param log path of the session's log.
 * @throws UserError if a session of any agent is there or could be, or something that is no file.
 */
export function exportTarget(
  store: Pick<SessionStore, 'holds'>,
  log: string,
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
  return { exists: there !== undefined, mode: modeOf(log) };
}

/** Nobody but the user reads a session whose permissions cannot be told. */
function modeOf(log: string): number {
  // A log may be a row of a database, whose path is the log's folder.
  const stats = fileAt(log) ?? fileAt(dirname(log));
  return stats === undefined ? 0o600 : stats.mode & 0o666;
}

function fileAt(path: string): Stats | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    // Reading the log says what is wrong with it.
    return undefined;
  }
}
