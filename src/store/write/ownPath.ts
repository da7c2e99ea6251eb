import { t } from '#base/l10n.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { WriteError } from './writeError.ts';
import { DiskError, type WriteFiles } from './writeFiles.ts';

/** The store in which a writer may write. */
export interface OwnStore {
  readonly files: WriteFiles;
  readonly style: PathStyle;
  /** Written with `/`; it may itself be a link. Undefined without a home folder. */
  readonly root: string | undefined;
}

/**
 * The real path of a file or folder in the writer's own store. A link in a store may lead anywhere, and
 * sessions of the same format may be in any store.
 *
 * @param names from the root to the path, as patterns; the real path must have such names, too.
 * @throws WriteError `notOurs` if it leads anywhere else; DiskError if it is not there.
 */
export function ownPath(store: OwnStore, path: string, names: readonly string[]): string {
  const { files, style, root } = store;
  const real = files.realpath(path);
  const own = root === undefined ? undefined : style.segments(realRoot(files, style.native(root)));
  if (own === undefined || !style.fits([...own, ...names], style.segments(real))) {
    throw notOurs(path);
  }
  return real;
}

export function notOurs(path: string): WriteError {
  return new WriteError(
    'notOurs',
    t(
      'Session Browser does not write to {0}, which is in a folder of another program. Continue in a new session.',
      path,
    ),
  );
}

/** A missing root contains nothing, wherever it might lead. */
function realRoot(files: WriteFiles, root: string): string {
  try {
    return files.realpath(root);
  } catch (error) {
    if (error instanceof DiskError && error.code === 'notFound') {
      return root;
    }
    throw error;
  }
}
