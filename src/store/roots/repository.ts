import { entriesIn, smallText } from '../disk/fileSystem.ts';
import type { Disk } from './places.ts';

/** One of the folders into which a Git repository is checked out. */
export interface Checkout {
  readonly path: string;
  /** As Git calls a linked worktree; undefined for the main one. */
  readonly name: string | undefined;
}

export interface Repository {
  /** Git’s own folder, which all checkouts share. */
  readonly gitFolder: string;
  /** The checkout that the folder is in. */
  readonly top: string;
  /** From there to the folder. */
  readonly below: readonly string[];
  /** All that Git knows of, whether they are still there or not. */
  readonly checkouts: readonly Checkout[];
}

/**
 * The Git repository that a folder is in; undefined if it is in none, or Git's files cannot be read. They
 * are read rather than Git asked, which takes a process for each folder and runs what its settings name.
 * The format is that of gitrepository-layout(5).
 *
 * @param folder absolute and native.
 */
export function repositoryOf(disk: Disk, folder: string): Repository | undefined {
  const { fileSystem, style } = disk;
  const below: string[] = [];
  for (let top = folder; ;) {
    const gitFolder = gitFolderIn(disk, top);
    if (gitFolder !== undefined) {
      return { gitFolder, top, below, checkouts: checkoutsOf(disk, gitFolder) };
    }
    const { folder: above, name } = style.split(top);
    if (above === top || !fileSystem.stat(top).ok) {
      return undefined;
    }
    below.unshift(name);
    top = above;
  }
}

/** Git's own folder of the repository that is checked out here; undefined if none is. */
export function gitFolderIn(disk: Disk, top: string): string | undefined {
  const { fileSystem, style } = disk;
  const own = style.below(top, '.git');
  if (fileSystem.stat(style.below(own, 'HEAD')).ok) {
    return own;
  }
  const admin = pathIn(disk, own, /^gitdir: /, top);
  // A submodule has a folder of its own, which no other checkout shares.
  return admin && (pathIn(disk, style.below(admin, 'commondir'), /^/, admin) ?? admin);
}

function checkoutsOf(disk: Disk, gitFolder: string): readonly Checkout[] {
  const { fileSystem, style } = disk;
  const { folder, name } = style.split(gitFolder);
  const admins = style.below(gitFolder, 'worktrees');
  return [
    // A bare repository has no main one.
    ...(name === '.git' ? [{ path: folder, name: undefined }] : []),
    ...entriesIn(fileSystem, admins).flatMap((admin): Checkout[] => {
      const at = style.below(admins, admin.name);
      const file = pathIn(disk, style.below(at, 'gitdir'), /^/, at);
      return file === undefined ? [] : [{ path: style.split(file).folder, name: admin.name }];
    }),
  ];
}

/** The path in a small file of Git's, which may be relative. */
function pathIn(
  { fileSystem, style }: Disk,
  file: string,
  before: RegExp,
  base: string,
): string | undefined {
  const text = smallText(fileSystem, file)?.replace(/\r?\n$/, '');
  const path = text !== undefined && before.test(text) ? text.replace(before, '') : '';
  if (path === '' || path.includes('\0') || style.isRemote(path)) {
    return undefined;
  }
  return style.cleaned(style.isAbsolute(path) ? path : style.join(base, path));
}
