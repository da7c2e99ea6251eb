import { Pacer } from '#base/pacer.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import { lineOrigin, wantedLines } from '#core/changes/lineOrigin.ts';
import type { DiffLine } from '#core/diff.ts';
import { entryAt } from '#core/replay/outline.ts';
import { UserError } from '#core/userError.ts';
import type {
  FileEditsEnd,
  FileEditsOrder,
  FileEditsPart,
  RecordedEdit,
} from '#protocol/fileEdits.ts';
import type { FileEdit } from '#protocol/page.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { fileEdits } from '../session/changedFiles.ts';
import { recordedEdit } from '../session/recordedEdit.ts';
import { placeOfRow } from '../session/rowPlace.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { SessionReplaced, type SessionSource } from '../sources/records/source.ts';
import { soughtText } from './soughtText.ts';

/** As often as anybody can read. */
const tellMs = 100;

/** Sessions as a search for edits needs them. Reading throws a UserError for what cannot be read. */
export interface EditedSessions {
  readonly style: PathStyle;
  sourceAt(path: string): SessionSource;
  /** A reader that has indexed all of the session and shows the branch that it continues. */
  latest(path: string, signal?: AbortSignal): Promise<SessionReader>;
}

/**
 * Looks for the recorded edits of a file in sessions, one after the other. Most are not read, since
 * what is stored of them does not name the file.
 *
 * @param emit hears of the first edits at once, and then of what was found meanwhile; the search
 *   waits for it.
 * @throws the signal's reason when aborted.
 */
export async function searchFileEdits(
  sessions: EditedSessions,
  { paths, files, lines }: FileEditsOrder,
  emit: (part: FileEditsPart) => Promise<void>,
  signal?: AbortSignal,
): Promise<FileEditsEnd> {
  const pacer = new Pacer(signal);
  const wanted = lines && wantedLines(lines);
  let found: RecordedEdit[] = [];
  let total = 0;
  let looked = 0;
  let unread = 0;
  let toldAt = performance.now();
  const tell = async () => {
    const part = { looked, edits: found };
    found = [];
    await emit(part);
    toldAt = performance.now();
  };
  for (const path of paths) {
    try {
      const edits = await editsIn(sessions, path, files, pacer, wanted);
      // The first are told at once.
      toldAt = edits.length > 0 && total === 0 ? -Infinity : toldAt;
      total += edits.length;
      found.push(...edits);
    } catch (error) {
      if (!(error instanceof UserError || error instanceof SessionReplaced)) {
        throw error;
      }
      unread += 1;
    }
    looked += 1;
    if (pacer.isDue) {
      await pacer.pause();
    }
    if (performance.now() - toldAt >= tellMs) {
      await tell();
    }
  }
  await tell();
  return { looked, unread };
}

/**
 * The recorded edits of a file in one session, the latest first.
 *
 * @param files see `FileEditsOrder`.
 * @param wanted lines that an edit must have to do with; see `wantedLines`.
 * @throws UserError or SessionReplaced if it cannot be read; the pacer's reason when aborted.
 */
export async function editsIn(
  sessions: EditedSessions,
  path: string,
  files: readonly string[],
  pacer: Pacer,
  wanted?: readonly string[],
): Promise<readonly RecordedEdit[]> {
  const { style } = sessions;
  if (
    !(await mayName(
      sessions.sourceAt(path),
      files.map((file) => style.split(file).name),
      pacer,
    ))
  ) {
    return [];
  }
  const reader = await sessions.latest(path, pacer.signal);
  const { cwd } = reader.state();
  const keys = new Set(files.map((file) => style.fold(fileKey(file, cwd))));
  const isWanted = (spelled: string) => keys.has(style.fold(fileKey(spelled, cwd)));
  const edits = await fileEdits(reader.indexed, isWanted, cwd, pacer);
  const prompts = new Map<number, string | undefined>();
  const found: RecordedEdit[] = [];
  for (const edit of [...edits].reverse()) {
    const lines =
      wanted === undefined && edit.lines !== undefined
        ? undefined
        : recordedEdit(reader, edit.rowId, isWanted)?.lines;
    const origin = wanted && lines && lineOrigin(wanted, lines);
    if (wanted === undefined || origin !== undefined) {
      const prompt = promptBefore(reader, edit.rowId, prompts);
      found.push({
        ...edit,
        ...(edit.lines === undefined && lines !== undefined ? { lines: sizeOf(lines) } : {}),
        path,
        ...(prompt === undefined ? {} : { prompt }),
        ...(origin === undefined ? {} : { origin }),
      });
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return found;
}

/** Whether what is stored of a session has one of these names. Most sessions need not be indexed. */
async function mayName(
  source: SessionSource,
  names: readonly string[],
  pacer: Pacer,
): Promise<boolean> {
  for (const query of new Set(names)) {
    const text = soughtText({ query, matchCase: false, wholeWord: false, regex: false });
    if (text === undefined || (await source.mayShow(text, pacer))) {
      return true;
    }
  }
  return false;
}

function sizeOf(lines: readonly DiffLine[]): NonNullable<FileEdit['lines']> {
  const count = (wanted: DiffLine['kind']) => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

/** @param known texts by entry, since one prompt leads to many edits. */
function promptBefore(
  reader: SessionReader,
  rowId: string,
  known: Map<number, string | undefined>,
): string | undefined {
  const { index, outline } = reader.indexed;
  const { row } = placeOfRow(index, rowId);
  const parts = outline.parts();
  let entry = row === undefined ? -1 : entryAt(parts, index.visible.placeOf(row));
  while (entry >= 0 && parts[entry]?.kind !== 'prompt') {
    entry -= 1;
  }
  const part = parts[entry];
  if (part !== undefined && !known.has(entry)) {
    const [prompt] = reader.outlineEntries([part]);
    known.set(entry, prompt?.kind === 'prompt' ? prompt.text : undefined);
  }
  return known.get(entry);
}
