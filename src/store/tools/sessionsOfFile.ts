import { speakerLabel } from '#agents/registry.ts';
import { Pacer } from '#base/pacer.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { RecordedEdit } from '#protocol/fileEdits.ts';
import type { ToolInput } from '#protocol/tools.ts';
import { editsIn } from '../search/fileEdits.ts';
import { AnswerText } from './answerText.ts';
import type { ToolContext } from './toolContext.ts';
import { ToolError } from './toolError.ts';
import { idOf, quoted, titleOf, utc } from './words.ts';

const usualLimit = 20;

/** Milliseconds after which no further session is read. */
const mostMs = 15_000;

interface FoundEdit extends RecordedEdit {
  readonly session: SessionSummary;
  /** Epoch ms: the edit's, else the session's. */
  readonly at: number;
}

/**
 * The recorded edits of a file, newest first. Reads sessions from the newest on, until there are
 * enough edits or it takes too long, and says how many it looked at.
 */
export async function sessionsOfFile(
  context: ToolContext,
  { path, limit = usualLimit }: ToolInput<'sessions_of_file'>,
): Promise<string> {
  const { store, sessions, unread, maxBytes, linkTo, signal, now } = context;
  const wanted = spellings(context, path);
  const until = now() + mostMs;
  const pacer = new Pacer(signal);
  const edits: FoundEdit[] = [];
  let looked = 0;
  for (const session of sessions) {
    const enough = edits.filter(({ at }) => at >= session.updatedAt).length >= limit;
    if (enough || now() > until) {
      break;
    }
    try {
      const found = await editsIn(store, session.path, wanted, pacer);
      edits.push(
        ...found.map(({ edit }) => ({ ...edit, session, at: edit.time ?? session.updatedAt })),
      );
    } catch (error) {
      signal?.throwIfAborted();
      unread.add(session.path, error);
    }
    looked += 1;
    await pacer.pauseIfDue();
  }
  edits.sort((a, b) => b.at - a.at);
  const answer = new AnswerText(
    maxBytes,
    `Recorded edits of ${quoted(path, 400)}, newest first: ${edits.length}.`,
  );
  let shown = 0;
  for (const edit of edits.slice(0, limit)) {
    const { session, at, lines, prompt, subAgent } = edit;
    const by = subAgent === undefined ? '' : ' (sub-agent)';
    const rowId = subAgent?.call ?? edit.rowId;
    const size = lines === undefined ? 'size not recorded' : `+${lines.added} −${lines.removed}`;
    const why = prompt === undefined ? 'no prompt before it' : `prompt: ${quoted(prompt)}`;
    const line = `${shown + 1}. ${utc(at)} · ${speakerLabel(session)}${by} · ${size} · ${why} · session ${titleOf(session)}, ID ${idOf(session.id)} · ${linkTo(session, rowId)}`;
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
    }`,
    'Changes that an agent made by shell commands are not recorded as edits.',
    ...unread.sentences(),
  );
}

/** The file's absolute paths, as sessions of the folders may spell it. */
function spellings(context: ToolContext, path: string): readonly string[] {
  const { folders, style } = context;
  if (path.includes('\0')) {
    throw new ToolError('This is no path of a file.');
  }
  const files = style.isAbsolute(path)
    ? [path]
    : folders
        .flatMap((folder) => withReal(context, folder))
        .map((folder) => style.join(folder, path));
  return [...new Set(files.flatMap((file) => withReal(context, style.cleaned(file))))];
}

function withReal({ fileSystem }: ToolContext, path: string): readonly string[] {
  const real = fileSystem.realpath(path);
  return real.ok && real.value !== path ? [path, real.value] : [path];
}
