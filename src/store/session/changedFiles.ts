import type { Pacer } from '#base/pacer.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { rowId } from '#core/rows/rowId.ts';
import type { ChangedFile, ChangedFiles, FileEdit, RowRange } from '#protocol/pages/page.ts';
import type { IndexedSession } from './indexedSession.ts';
import { placeOfRow } from './rowPlace.ts';
import type { RecordReader } from './recordReader.ts';

/** A longer list helps no reader, and answers stay small. */
const mostFiles = 1_000;
const mostEdits = 100;

/** Rows between an edit's diff and its call, where the log writes the call after the diff. */
const nearRows = 3;

/** Lines of one file's edits that are read to show them as one change. */
const mostLines = 50_000;
/** Each edit is joined with the lines of all before it: more takes longer than a tenth of a second. */
const mostSteps = 5_000_000;

interface FoundEdit {
  readonly row: number;
  readonly fact: RowFact;
  /** `call`: no diff yet. `diff`: its call may follow. `done`: nothing more belongs to it. */
  readonly state: 'call' | 'diff' | 'done';
}

interface FoundFile {
  readonly path: string;
  readonly edits: FoundEdit[];
  added: number;
  removed: number;
}

/**
 * The files that a session changed, from the facts of its rows: nothing is read. A diff tells what
 * an edit changed; a call that writes or edits counts if no diff of it is recorded.
 */
export async function changedFiles(
  session: IndexedSession,
  range: RowRange,
  cwd: string | undefined,
  pacer: Pacer,
): Promise<ChangedFiles> {
  const files = await findFiles(session, range, cwd, pacer);
  const all = [...files.values()];
  return {
    files: all.slice(0, mostFiles).map((file) => shownFile(session, file)),
    total: all.length,
    added: all.reduce((sum, { added }) => sum + added, 0),
    removed: all.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/**
 * All edits of changed files, those of each in order; none if the session did not change them.
 *
 * @param isWanted is asked for paths as in `ChangedFile`.
 */
export async function fileEdits(
  session: IndexedSession,
  isWanted: (path: string) => boolean,
  cwd: string | undefined,
  pacer: Pacer,
): Promise<readonly (FileEdit & { readonly file: string })[]> {
  const files = await findFiles(session, {}, cwd, pacer);
  return [...files.values()]
    .filter(({ path }) => isWanted(path))
    .flatMap(({ path, edits }) =>
      shownEdits(session, edits).map((edit) => ({ ...edit, file: path })),
    );
}

/**
 * The recorded edits of one file, in order; the latest if there are very many.
 *
 * @param file its path as in `ChangedFile`.
 * @throws SessionReplaced; UserError if the session cannot be read.
 */
export async function editsOfFile(
  session: IndexedSession,
  records: RecordReader,
  { file, cwd, ...range }: RowRange & { readonly file: string; readonly cwd: string | undefined },
  pacer: Pacer,
): Promise<readonly (readonly DiffLine[])[]> {
  const found = (await findFiles(session, range, cwd, pacer)).get(file);
  const edits: (readonly DiffLine[])[] = [];
  let lines = 0;
  for (const { row, state } of [...(found?.edits ?? [])].reverse()) {
    if (state === 'call') {
      continue;
    }
    const ref = session.index.transcript.rows.get(row);
    const event = ref && records.use((contentOf) => contentOf(ref.line)?.events[ref.event]);
    if (event?.kind === 'diff') {
      lines += event.lines.length;
      edits.push(event.lines);
    }
    if (lines > mostLines || lines * edits.length > mostSteps) {
      break;
    }
    await pacer.pauseIfDue();
  }
  return edits.reverse();
}

async function findFiles(
  session: IndexedSession,
  range: RowRange,
  cwd: string | undefined,
  pacer: Pacer,
): Promise<ReadonlyMap<string, FoundFile>> {
  const { visible, transcript } = session.index;
  const files = new Map<string, FoundFile>();
  const start = startOf(session, range);
  for (let place = start; place < endOf(session, range); place += 1) {
    const row = visible.at(place);
    const kind = visible.kind(place);
    if (range.oneTurn === true && kind === 'user' && place > start) {
      break;
    }
    if (row !== undefined && (kind === 'diff' || kind === 'tool')) {
      const fact = transcript.facts.get(row);
      const isEdit =
        kind === 'diff' ||
        ((fact.tool === 'edit' || fact.tool === 'write') && visible.state(place) === 'done');
      if (isEdit) {
        add(files, kind, row, fact, cwd);
      }
    }
    await pacer.pauseIfDue();
  }
  return files;
}

/** A row that was retracted meanwhile starts or ends nothing. */
function startOf({ index }: IndexedSession, { from }: RowRange): number {
  const row = from === undefined ? undefined : placeOfRow(index, from).row;
  return row === undefined ? 0 : Math.max(0, index.visible.placeOf(row));
}

function endOf({ index }: IndexedSession, { to }: RowRange): number {
  const row = to === undefined ? undefined : placeOfRow(index, to).row;
  return row === undefined ? index.visible.length : index.visible.placeOf(row);
}

function add(
  files: Map<string, FoundFile>,
  kind: 'diff' | 'tool',
  row: number,
  fact: RowFact,
  cwd: string | undefined,
): void {
  const path = fact.path === undefined ? '' : fileKey(fact.path, cwd);
  if (kind === 'tool' && path === '') {
    return;
  }
  const file = files.get(path) ?? { path, edits: [], added: 0, removed: 0 };
  files.set(path, file);
  file.added += fact.added;
  file.removed += fact.removed;
  const last = file.edits.at(-1);
  if (kind === 'diff' && last?.state === 'call') {
    file.edits[file.edits.length - 1] = { row, fact, state: 'done' };
  } else if (kind === 'diff') {
    file.edits.push({ row, fact, state: 'diff' });
  } else if (last?.state === 'diff' && row - last.row <= nearRows) {
    file.edits[file.edits.length - 1] = { ...last, state: 'done' };
  } else {
    file.edits.push({ row, fact, state: 'call' });
  }
}

function shownFile(session: IndexedSession, file: FoundFile): ChangedFile {
  const { path, edits, added, removed } = file;
  return {
    path,
    edits: shownEdits(session, edits.slice(-mostEdits)),
    total: edits.length,
    added,
    removed,
    hasDiff: edits.some(({ state }) => state !== 'call'),
  };
}

function shownEdits({ index }: IndexedSession, edits: readonly FoundEdit[]): readonly FileEdit[] {
  return edits.flatMap(({ row, fact, state }): readonly FileEdit[] => {
    const ref = index.transcript.rows.get(row);
    return ref === undefined
      ? []
      : [
          {
            rowId: rowId(ref),
            ...(fact.time === undefined ? {} : { time: fact.time }),
            ...(state === 'call' ? {} : { lines: { added: fact.added, removed: fact.removed } }),
          },
        ];
  });
}
