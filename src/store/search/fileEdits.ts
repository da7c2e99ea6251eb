import { append } from '#base/append.ts';
import { Pacer } from '#base/pacer.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import { lineOrigin, wantedLines } from '#core/changes/lineOrigin.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { deepestNesting, rowId as idOf } from '#core/rows/rowId.ts';
import { entryAt } from '#core/lens/outline.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { FileEditsOrder, FileEditsPart, RecordedEdit } from '#protocol/fileEdits.ts';
import type { FileEdit } from '#protocol/pages/page.ts';
import type { ReadingEnd } from '#protocol/readingEnd.ts';
import { isSameState, type FileStat } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { fileEdits } from '../session/changedFiles.ts';
import type { NestedSessions } from '../session/nestedSessions.ts';
import { recordedEdit } from '../session/recordedEdit.ts';
import { placeOfRow } from '../session/rowPlace.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import type { SessionSource } from '../sources/records/source.ts';
import { soughtText } from './byteSearch.ts';
import { costsOnly, eachSession, missingAgent, type Failed } from './eachSession.ts';

/** Sessions as a search for edits needs them. Reading throws a UserError for what cannot be read. */
interface EditedSessions {
  readonly style: PathStyle;
  sourceAt(path: string): SessionSource;
  /** A reader that has indexed all of the session and shows the branch that it continues. */
  latest(path: string, signal?: AbortSignal): Promise<SessionReader>;
  readonly nested: Pick<NestedSessions, 'logs'>;
  readonly failed: Failed;
}

/** The latest sub-agents in their session's own log: each means reading all of it. */
const mostInOneLog = 50;

/** UTF-16 units of lines that are kept. */
const mostKept = 20_000_000;

/**
 * The edits of the file that was asked about last: a reader asks about one line of it after the
 * other.
 */
export class KeptEdits {
  #files = '';
  #size = 0;
  readonly #sessions = new Map<string, { stat: FileStat; edits: readonly ReadEdit[] }>();

  /** See the function of the same name; with the lines of each. */
  async editsIn(
    sessions: EditedSessions,
    path: string,
    files: readonly string[],
    pacer: Pacer,
    failed: Failed,
  ): Promise<readonly ReadEdit[]> {
    const key = files.join('\0');
    if (key !== this.#files || this.#size > mostKept) {
      this.#files = key;
      this.#size = 0;
      this.#sessions.clear();
    }
    const stat = sessions.sourceAt(path).stat();
    const known = this.#sessions.get(path);
    if (known !== undefined && stat.ok && isSameState(known.stat, stat.value)) {
      return known.edits;
    }
    const edits = await editsIn(sessions, path, files, pacer, { withLines: true, failed });
    if (stat.ok && key === this.#files) {
      this.#sessions.set(path, { stat: stat.value, edits });
      for (const { lines = [] } of edits) {
        this.#size += lines.reduce((sum, { text }) => sum + text.length + 50, 0);
      }
    }
    return edits;
  }
}

/**
 * Looks for the recorded edits of a file in sessions, one after the other. Most are not read, since
 * what is stored of them does not name the file.
 *
 * @param kept what earlier searches for lines of the same file read.
 * @param emit receives the first edits at once, and then what was found meanwhile; the search
 *   waits for it.
 * @throws the signal's reason when aborted.
 */
export async function searchFileEdits(
  sessions: EditedSessions,
  kept: KeptEdits,
  { paths, files, lines, elsewhere }: FileEditsOrder,
  emit: Emit<FileEditsPart>,
  signal?: AbortSignal,
): Promise<ReadingEnd> {
  const pacer = new Pacer(signal);
  const wanted = lines && wantedLines(lines);
  const read = async (path: string, failed: Failed) => {
    if (wanted === undefined) {
      return (await editsIn(sessions, path, files, pacer, { failed })).map(({ edit }) => edit);
    }
    const edits =
      elsewhere === true
        ? await editsIn(sessions, path, files, pacer, { elsewhere: wanted, failed })
        : await kept.editsIn(sessions, path, files, pacer, failed);
    return edits.flatMap(({ edit, lines: changed }) => {
      const origin = changed && lineOrigin(wanted, changed);
      return origin === undefined ? [] : [{ ...edit, origin }];
    });
  };
  const report = (looked: number, edits: readonly RecordedEdit[]) => emit({ looked, edits });
  const { failed } = sessions;
  return eachSession<RecordedEdit>(paths, { read, report, failed }, pacer);
}

/** An edit with what it changed, if that was read. */
interface ReadEdit {
  readonly edit: RecordedEdit;
  readonly lines: readonly DiffLine[] | undefined;
}

interface Call {
  readonly log: string;
  readonly rowId: string;
  readonly prompt: string | undefined;
}

/**
 * The recorded edits of a file in one session, the latest first; after its own, those of the
 * sub-agents that it called.
 *
 * @param files see `FileEditsOrder`.
 * @param options.withLines reads what each changed, and not only what does not say how much.
 * @param options.failed hears of sub-agents; by default that of the sessions.
 * @param options.elsewhere only edits of other files that wrote one of these lines.
 * @throws UserError or SessionReplaced if it cannot be read; the pacer's reason when aborted.
 */
export async function editsIn(
  sessions: EditedSessions,
  path: string,
  files: readonly string[],
  pacer: Pacer,
  options: Partial<Pick<EditSearch, 'failed' | 'withLines' | 'elsewhere'>> = {},
): Promise<readonly ReadEdit[]> {
  const search = { sessions, files, pacer, failed: sessions.failed, ...options };
  const found: ReadEdit[] = [];
  const seen = new Set([path]);
  const { edits, calls } = await editsInLog(search, path);
  append(found, edits);
  let level = calls.map((call) => ({ ...call, outer: call.rowId }));
  let inOneLog = 0;
  for (let depth = 1; depth <= deepestNesting && level.length > 0; depth += 1) {
    const below: typeof level = [];
    for (const { log, outer, prompt } of level) {
      inOneLog += seen.has(sessions.style.split(log).folder) ? 1 : 0;
      if (!seen.has(log) && inOneLog <= mostInOneLog) {
        seen.add(log);
        try {
          const inner = await editsInLog(search, log);
          append(
            found,
            inner.edits.map((one) => inSubAgent(one, path, outer, prompt)),
          );
          append(
            below,
            inner.calls.map((call) => ({ ...call, outer, prompt })),
          );
        } catch (error) {
          // The session's own edits are known all the same.
          costsOnly(log, error, pacer, search.failed);
        }
      }
    }
    level = below;
  }
  return found;
}

/** @param prompt what the user said, rather than what the sub-agent was told. */
function inSubAgent(
  { edit: { prompt: _, ...own }, lines }: ReadEdit,
  session: string,
  call: string,
  prompt: string | undefined,
): ReadEdit {
  const subAgent = { session, call };
  return { edit: { ...own, subAgent, ...(prompt === undefined ? {} : { prompt }) }, lines };
}

interface EditSearch {
  readonly sessions: EditedSessions;
  readonly files: readonly string[];
  readonly pacer: Pacer;
  readonly failed: Failed;
  readonly withLines?: boolean;
  readonly elsewhere?: readonly string[];
}

async function editsInLog(
  { sessions, files, pacer, failed, withLines = false, elsewhere }: EditSearch,
  path: string,
): Promise<{ readonly edits: readonly ReadEdit[]; readonly calls: readonly Call[] }> {
  const { style } = sessions;
  const words =
    elsewhere === undefined
      ? files.map((file) => style.split(file).name)
      : [longestOf(elsewhere).trim()];
  if (!(await mayHave(sessions.sourceAt(path), words, pacer))) {
    return { edits: [], calls: [] };
  }
  const reader = await sessions.latest(path, pacer.signal);
  const { cwd } = reader.state();
  const keys = new Set(files.map((file) => style.fold(fileKey(file, cwd))));
  const isWanted = (spelled: string) =>
    keys.has(style.fold(fileKey(spelled, cwd))) === (elsewhere === undefined);
  const all = await fileEdits(reader.indexed, isWanted, cwd, pacer);
  const prompts = new Map<number, string | undefined>();
  const edits: ReadEdit[] = [];
  for (const { file, ...edit } of [...all].reverse()) {
    const isRead = withLines || elsewhere !== undefined || edit.lines === undefined;
    const lines = isRead ? recordedEdit(reader, edit.rowId, isWanted)?.lines : undefined;
    if (elsewhere === undefined || (lines !== undefined && wroteAny(elsewhere, lines))) {
      const prompt = promptBefore(reader, edit.rowId, prompts);
      edits.push({
        edit: {
          ...edit,
          ...(edit.lines === undefined && lines !== undefined ? { lines: sizeOf(lines) } : {}),
          ...(elsewhere === undefined ? {} : { file }),
          path,
          ...(prompt === undefined ? {} : { prompt }),
        },
        lines,
      });
    }
    await pacer.pauseIfDue();
  }
  return { edits, calls: await callsIn({ sessions, pacer, failed }, reader, prompts) };
}

/** The sub-agents that a session called, as far as their logs are there; the latest first. */
async function callsIn(
  { sessions, pacer, failed }: Pick<EditSearch, 'sessions' | 'pacer' | 'failed'>,
  reader: SessionReader,
  prompts: Map<number, string | undefined>,
): Promise<readonly Call[]> {
  const { visible, transcript } = reader.indexed.index;
  const { sessionId } = reader.state();
  const calls: Call[] = [];
  for (let place = visible.length - 1; place >= 0; place -= 1) {
    const number = visible.at(place) ?? -1;
    const ref =
      number >= 0 && transcript.facts.get(number).tool === 'agent'
        ? transcript.rows.get(number)
        : undefined;
    const row = ref && reader.row(idOf(ref));
    if (row?.kind === 'tool') {
      for (const { id } of row.agents ?? []) {
        const log = sessions.nested.logs.find(reader.session, sessionId, id);
        if (log === undefined) {
          failed(missingAgent(id), reader.session.path);
        } else {
          calls.push({ log, rowId: row.id, prompt: promptBefore(reader, row.id, prompts) });
        }
      }
    }
    await pacer.pauseIfDue();
  }
  return calls;
}

/** In other files, lines that are only similar say nothing. */
function wroteAny(wanted: readonly string[], lines: readonly DiffLine[]): boolean {
  const match = lineOrigin(wanted, lines)?.match;
  return match === 'exact' || match === 'reindented';
}

function longestOf(lines: readonly string[]): string {
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

/** Whether what is stored of a session has one of these words. Most sessions need not be indexed. */
async function mayHave(
  source: SessionSource,
  words: readonly string[],
  pacer: Pacer,
): Promise<boolean> {
  for (const query of new Set(words)) {
    const text = soughtText({ query, matchCase: false, wholeWord: false, regex: false });
    if (text === undefined || (await source.mightContain(text, pacer))) {
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
