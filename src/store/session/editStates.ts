import type { Pacer } from '#base/pacer.ts';
import { editState } from '#core/changes/editState.ts';
import type { EditState } from '#protocol/pages/page.ts';
import { readRange, withFile, type FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionReader } from './sessionReader.ts';

/** Bytes; larger files are data, and comparing them would keep others waiting. */
const largestFile = 2_000_000;

/** What comparing needs of the machine. */
interface WorkFiles {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  /** The open folders, native absolute paths: no other file is read without a click. */
  readonly folders: readonly string[];
}

/**
 * Compares the edits of rows with their files on disk, one state for each row. Paths come from the
 * log, which is foreign text: only files in open folders are read.
 */
export async function editStates(
  reader: SessionReader,
  rowIds: readonly string[],
  files: WorkFiles,
  pacer: Pacer,
): Promise<readonly EditState[]> {
  const { cwd } = reader.state();
  const roots = rootsOf(files);
  const texts = new Map<string, FileText>();
  const states: EditState[] = [];
  for (const rowId of rowIds) {
    const diff = reader.diff(rowId);
    const path =
      diff?.path === undefined ? undefined : fileWithin(diff.path, cwd, roots, files.style);
    if (diff?.path === undefined) {
      states.push('unknown');
    } else if (path === undefined) {
      states.push('outside');
    } else {
      const file = texts.get(path) ?? readText(path, files.fileSystem);
      texts.set(path, file);
      states.push('text' in file ? editState(diff.lines, file.text) : file.state);
    }
    await pacer.pauseIfDue();
  }
  return states;
}

/** The folders as opened, and as they are on disk. */
function rootsOf({ fileSystem, folders }: WorkFiles): readonly string[] {
  return folders.flatMap((folder) => {
    const real = fileSystem.realpath(folder);
    return real.ok && real.value !== folder ? [folder, real.value] : [folder];
  });
}

/** A file's native path; undefined if it is not within one of the folders. */
function fileWithin(
  path: string,
  cwd: string | undefined,
  roots: readonly string[],
  style: PathStyle,
): string | undefined {
  if (/[\u0000-\u001f]/.test(path)) {
    return undefined;
  }
  const full = style.isAbsolute(path)
    ? path
    : cwd === undefined
      ? undefined
      : style.join(cwd, path);
  if (full === undefined || !style.isAbsolute(full) || style.isRemote(full)) {
    return undefined;
  }
  const file = style.cleaned(full);
  return roots.some((root) => style.isWithin(root, file)) ? file : undefined;
}

type FileText = { readonly text: string } | { readonly state: EditState };

function readText(path: string, fileSystem: FileSystem): FileText {
  const read = withFile(fileSystem, path, (file) =>
    file.stat.size > largestFile ? undefined : readRange(file, 0, file.stat.size),
  );
  if (!read.ok) {
    return { state: read.failure.code === 'notFound' ? 'missing' : 'unreadable' };
  }
  if (read.value === undefined) {
    return { state: 'large' };
  }
  const text = read.value.toString('utf8');
  return text.includes('\0') ? { state: 'unreadable' } : { text };
}
