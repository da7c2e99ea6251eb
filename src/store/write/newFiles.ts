import { randomUUID } from 'node:crypto';
import type { NewFiles } from '#agents/contract/carryWriter.ts';
import { t } from '#base/l10n.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { removeLeftBehind } from '../disk/replaceFile.ts';
import { appendOwn } from './appendLine.ts';
import { creationError, undoAll } from './newSession.ts';
import { WriteError } from './writeError.ts';
import { DiskError, quietly, type WriteFiles } from './writeFiles.ts';

/** A live writer has written to its draft within this time. */
const leftBehindMs = 60 * 60 * 1000;
/** No agent takes such a name for a session. */
const draftName = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.session-browser\.tmp$/;
/** What a user says to an agent is nobody else's business. */
const folderMode = 0o700;

/** A file below a root. */
interface NewFile {
  readonly names: readonly string[];
  readonly pieces: Iterable<Uint8Array>;
}

interface Disk {
  readonly files: WriteFiles;
  readonly style: PathStyle;
}

/**
 * Creates a session's files, in order. Each is written under another name and gets its own once it is durable, so
 * it is there whole or not at all, and the session with the last one. Nothing that exists is touched: a name must be
 * free, and a link below the root is not followed.
 *
 * @returns paths of the files, native.
 * @throws WriteError; nothing of them remains.
 */
export function createFiles(
  disk: Disk,
  { root, files }: Pick<NewFiles, 'root' | 'files'>,
): readonly string[] {
  return createFromPieces(
    disk,
    root,
    files.map(({ names, text }) => ({ names, pieces: [Buffer.from(text)] })),
  );
}

/** The same for what is not in memory. */
export function createFromPieces(
  { files, style }: Disk,
  root: string,
  wanted: readonly NewFile[],
): readonly string[] {
  const undo: (() => void)[] = [];
  const base = style.native(root);
  let path = base;
  try {
    files.makeFolders(base, folderMode);
    return wanted.map(({ names, pieces }) => {
      const folder = makeFolders({ files, style }, base, names.slice(0, -1), undo);
      path = style.below(folder, names.at(-1) ?? '');
      createFile({ files, style }, { folder, path, pieces }, undo);
      return path;
    });
  } catch (error) {
    undoAll(undo);
    throw error instanceof DiskError ? creationError(error, path) : error;
  }
}

/** @throws WriteError if one of them is a link. */
function makeFolders(
  { files, style }: Disk,
  base: string,
  names: readonly string[],
  undo: (() => void)[],
): string {
  let folder = base;
  for (const name of names) {
    folder = style.below(folder, name);
    const made = folder;
    if (files.makeFolders(folder, folderMode)) {
      undo.push(() => files.removeFolder(made));
      files.syncFolder(style.split(folder).folder);
    }
    if (!files.isRealFolder(folder)) {
      throw new WriteError(
        'notOurs',
        t('The session cannot be created in {0}: that is a link to somewhere else.', folder),
      );
    }
  }
  return folder;
}

function createFile(
  { files, style }: Disk,
  { folder, path, pieces }: Pick<NewFile, 'pieces'> & { folder: string; path: string },
  undo: (() => void)[],
): void {
  try {
    removeLeftBehind(folder, (name) => draftName.test(name), leftBehindMs);
  } catch {
    // The next one tries again.
  }
  const draft = style.below(folder, `.${randomUUID()}.session-browser.tmp`);
  const file = files.create(draft);
  undo.push(() => files.remove(draft));
  try {
    for (const piece of pieces) {
      appendOwn(file, piece, false);
    }
    file.sync();
  } finally {
    file.close();
  }
  give(files, draft, path);
  undo.push(() => files.remove(path));
  quietly(() => files.remove(draft));
  files.syncFolder(folder);
}

/** Gives a finished file its name, unless that exists. */
function give(files: WriteFiles, draft: string, path: string): void {
  try {
    files.link(draft, path);
  } catch (error) {
    if (!(error instanceof DiskError) || error.code === 'exists') {
      throw error;
    }
    // The disk has no second names: the free name is taken, and then replaced by the file.
    files.create(path).close();
    try {
      files.rename(draft, path);
    } catch (failure) {
      quietly(() => files.remove(path));
      throw failure;
    }
  }
}
