import { agentLabel } from '#agents/registry.ts';
import { Pacer } from '#base/pacer.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import { entryAt } from '#core/replay/outline.ts';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type { FileEdit } from '#protocol/page.ts';
import type { ToolInput } from '#protocol/tools.ts';
import { changedFile } from '../session/changedFiles.ts';
import { placeOfRow } from '../session/rowPlace.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { soughtText } from '../search/soughtText.ts';
import type { SessionStore } from '../sessionStore.ts';
import { AnswerText } from './answerText.ts';
import type { ToolContext } from './toolContext.ts';
import { idOf, quoted, titleOf, utc } from './words.ts';

const usualLimit = 20;

/** Milliseconds after which no further session is read. */
const mostMs = 15_000;

interface FoundEdit extends FileEdit {
  readonly session: SessionSummary;
  /** Epoch ms: the edit's, else the session's. */
  readonly at: number;
  /** The prompt that led to it; undefined if there is none before it. */
  readonly prompt: string | undefined;
}

/**
 * The recorded edits of a file, newest first. Reads sessions from the newest on, until there are
 * enough edits or it takes too long, and says how many it looked at.
 */
export async function sessionsOfFile(
  context: ToolContext,
  { path, limit = usualLimit }: ToolInput<'sessions_of_file'>,
): Promise<string> {
  const { sessions, maxChars, linkTo, signal, now } = context;
  const wanted = spellings(context, path);
  const until = now() + mostMs;
  const pacer = new Pacer(signal);
  const edits: FoundEdit[] = [];
  let looked = 0;
  let unreadable = 0;
  for (const session of sessions) {
    const enough = edits.filter(({ at }) => at >= session.updatedAt).length >= limit;
    if (enough || now() > until) {
      break;
    }
    try {
      edits.push(...(await editsIn(context, session, wanted, pacer)));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      unreadable += 1;
    }
    looked += 1;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  edits.sort((a, b) => b.at - a.at);
  const answer = new AnswerText(
    maxChars,
    `Recorded edits of ${quoted(path, 400)}, newest first: ${edits.length}.`,
  );
  let shown = 0;
  for (const edit of edits.slice(0, limit)) {
    const { session, at, lines, prompt, rowId } = edit;
    const size = lines === undefined ? 'size not recorded' : `+${lines.added} −${lines.removed}`;
    const why = prompt === undefined ? 'no prompt before it' : `prompt: ${quoted(prompt)}`;
    const line = `${shown + 1}. ${utc(at)} · ${agentLabel(session.agent)} · ${size} · ${why} · session ${titleOf(session)}, ID ${idOf(session.id)} · ${linkTo(session, rowId)}`;
    if (!answer.add({ line })) {
      break;
    }
    shown += 1;
  }
  return answer.end(
    ...(edits.length === 0
      ? ['Is the path whole? It is absolute or relative to the folder; a name alone is not enough.']
      : []),
    ...(shown < edits.length ? [`Not listed: ${edits.length - shown} older edits.`] : []),
    `Looked at ${looked} of ${sessions.length} sessions, newest first.${
      looked < sessions.length ? ' There may be older edits.' : ''
    }${unreadable === 0 ? '' : ` ${unreadable} could not be read.`}`,
    'Changes that an agent made by shell commands are not recorded as edits.',
  );
}

/** The file's absolute paths, as sessions of the folders may spell it. */
function spellings({ folders, fileSystem, style }: ToolContext, path: string): readonly string[] {
  if (path.includes('\0')) {
    throw new UserError('This is no path of a file.');
  }
  if (style.isAbsolute(path)) {
    return [style.cleaned(path)];
  }
  return folders.flatMap((folder) => {
    const real = fileSystem.realpath(folder);
    const roots = real.ok && real.value !== folder ? [folder, real.value] : [folder];
    return roots.map((root) => style.cleaned(style.join(root, path)));
  });
}

/** Whether what is stored of a session has one of these names. Most sessions need not be indexed. */
async function mayName(
  store: SessionStore,
  path: string,
  names: readonly string[],
  pacer: Pacer,
): Promise<boolean> {
  const source = store.sourceAt(path);
  for (const query of names) {
    const text = soughtText({ query, matchCase: false, wholeWord: false, regex: false });
    if (text === undefined || (await source.mayShow(text, pacer))) {
      return true;
    }
  }
  return false;
}

async function editsIn(
  { store, style, signal }: ToolContext,
  session: SessionSummary,
  wanted: readonly string[],
  pacer: Pacer,
): Promise<readonly FoundEdit[]> {
  const names = wanted.map((path) => style.split(path).name);
  if (!(await mayName(store, session.path, names, pacer))) {
    return [];
  }
  const reader = await store.latest(session.path, signal);
  const keys = new Set(wanted.map((path) => style.fold(fileKey(path, session.cwd))));
  const isWanted = (path: string) => keys.has(style.fold(path));
  const file = await changedFile(reader.indexed, isWanted, session.cwd, pacer);
  const prompts = new Map<number, string | undefined>();
  return [...(file?.edits ?? [])].reverse().map((edit) => ({
    ...edit,
    session,
    at: edit.time ?? session.updatedAt,
    prompt: promptBefore(reader, edit.rowId, prompts),
  }));
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
