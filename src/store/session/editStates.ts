import type { Pacer } from '#base/pacer.ts';
import { editState } from '#core/changes/editState.ts';
import { isWritten, placedEdit } from '#core/changes/placedEdit.ts';
import type { EditCheck, EditState } from '#protocol/pages/page.ts';
import { readRange, withFile, type FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { recordedEdit, type RecordedLines } from './recordedEdit.ts';
import type { SessionReader } from './sessionReader.ts';

/** Bytes; larger files are data, and comparing them would keep others waiting. */
const largestFile = 2_000_000;

/** Lines of an edit, with those around it; longer ones are shown as the log has them. */
const mostLines = 400;

/** What comparing needs of the machine. */
interface WorkFiles {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  /** The open folders, native absolute paths: no other file is read without a click. */
  readonly folders: readonly string[];
}

/**
 * Compares the edits of rows with their files on disk, one answer for each row. Paths come from the
 * log, which is foreign text: only files in open folders are read.
 */
export async function editStates(
  reader: SessionReader,
  rowIds: readonly string[],
  files: WorkFiles,
  pacer: Pacer,
): Promise<readonly EditCheck[]> {
  const { cwd } = reader.state();
  const roots = rootsOf(files);
  const texts = new Map<string, FileText>();
  const checks: EditCheck[] = [];
  for (const rowId of rowIds) {
    const edit = editOf(reader, rowId);
    const path =
      edit?.path === undefined ? undefined : fileWithin(edit.path, cwd, roots, files.style);
    if (edit?.path === undefined) {
      checks.push({ state: 'unknown' });
    } else if (path === undefined) {
      checks.push({ state: 'outside' });
    } else {
      const file = texts.get(path) ?? readText(path, files.fileSystem);
      texts.set(path, file);
      checks.push('text' in file ? compared(edit, file.text) : file);
    }
    await pacer.pauseIfDue();
  }
  return checks;
}

/** Of a call that names several files, what it did to the first. */
function editOf(reader: SessionReader, rowId: string): RecordedLines | undefined {
  let first: string | undefined;
  return recordedEdit(reader, rowId, (path) => (first ??= path) === path);
}

function compared({ lines }: RecordedLines, text: string): EditCheck {
  const place = placedEdit(lines, text);
  if (place === undefined) {
    return { state: isWritten(lines, text) ? 'there' : editState(lines, text) };
  }
  const isNumbered = lines.some(({ oldLine, newLine }) => (oldLine ?? newLine) !== undefined);
  return {
    state: 'there',
    line: place.line,
    ...(isNumbered || place.lines.length > mostLines ? {} : { lines: place.lines }),
  };
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
  return text.includes('\0') ? { state: 'unreadable' } : { text: text.replaceAll('\r\n', '\n') };
}
