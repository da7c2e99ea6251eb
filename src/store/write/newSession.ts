import { hash } from '../disk/hash.ts';
import { randomUUID } from 'node:crypto';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { LogWriter, NewParent } from '#agents/contract/logWriter.ts';
import { t } from '#base/l10n.ts';
import type { LogEnd } from '#protocol/writing.ts';
import type { Pacer } from '#base/pacer.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { entriesIn, type FileSystem } from '../disk/fileSystem.ts';
import { appendOwn, encodeLine } from './appendLine.ts';
import { ownPath } from './ownPath.ts';
import { WriteError, writeErrorOf } from './writeError.ts';
import { DiskError, quietly, type WritableFile, type WriteFiles } from './writeFiles.ts';

/** A live writer has written to its draft within this time. */
const leftBehindMs = 60 * 60 * 1000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Name of the file with a session's first lines until it is complete. */
function draftName(id: string): string {
  return `.transcript-${id.slice(0, 8)}`;
}

/**
 * Removes what processes killed while creating a session left behind: a folder named by an ID with
 * that ID's draft, untouched for an hour. Any other content of such a folder stays, and so does the
 * folder.
 *
 * @param folder with one folder per session.
 * @throws the pacer's reason when aborted.
 */
export async function sweepDrafts(
  folder: string,
  { files, fileSystem, style }: { files: WriteFiles; fileSystem: FileSystem; style: PathStyle },
  pacer: Pacer,
  now: number,
): Promise<void> {
  for (const { name, kind } of entriesIn(fileSystem, folder)) {
    if (kind !== 'folder' || !uuid.test(name)) {
      continue;
    }
    const draft = style.join(folder, name, draftName(name));
    const stat = fileSystem.stat(draft);
    if (stat.ok && now - stat.value.mtimeMs > leftBehindMs) {
      // The next sweep tries again; no agent takes it for a session.
      quietly(() => {
        files.remove(draft);
        files.removeFolder(style.join(folder, name));
      });
    }
    await pacer.pauseIfDue();
  }
}

interface NewSessionPlan {
  readonly files: WriteFiles;
  readonly style: PathStyle;
  readonly environment: MachineEnvironment;
  readonly writer: LogWriter;
  /** Absolute and cleaned. */
  readonly cwd: string;
  readonly parent: NewParent | undefined;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Lines after the start, from a first sequence number on. */
  readonly lines: (seq: number) => AsyncIterable<string> | Iterable<string>;
  readonly pacer: Pacer;
}

interface NewSession {
  readonly id: string;
  readonly path: string;
  readonly end: LogEnd;
  /** The parent of the session's own folder. */
  readonly namespace: string;
}

/**
 * Creates a session with its first lines. They are written under a draft name, and renamed to the
 * log's name once all are on disk, so that an existing session is always complete; until then there
 * is nothing that an agent would take for a session.
 *
 * @throws WriteError; nothing of the session remains.
 */
export async function createSession(plan: NewSessionPlan): Promise<NewSession> {
  const { files, style, environment, writer, cwd } = plan;
  const root = writer.root(environment);
  if (root === undefined) {
    throw new WriteError('noAccess', t('The session cannot be created: there is no home folder.'));
  }
  const id = randomUUID();
  const nativeRoot = style.native(root);
  const namespace = style.join(nativeRoot, writer.folderFor(cwd, hash));
  const names = writer.newLog(id);
  const folder = style.join(namespace, names.slice(0, -1).join('/'));
  const path = style.join(namespace, names.join('/'));
  const draft = style.join(folder, draftName(id));
  const own = { files, style, root };
  const undo: (() => void)[] = [];
  try {
    files.makeFolders(namespace);
    ownPath(own, namespace, ['*']);
    files.makeFolder(folder);
    undo.push(() => files.removeFolder(folder));
    const file = files.create(draft);
    undo.push(() => files.remove(draft));
    let end: LogEnd;
    try {
      end = await writeDraft(file, path, id, plan);
    } finally {
      file.close();
    }
    // No folder was replaced by a link in the meantime.
    ownPath(own, draft, ['*', ...names.slice(0, -1), draftName(id)]);
    files.rename(draft, path);
    undo[1] = () => files.remove(path);
    for (const changed of [folder, namespace, nativeRoot]) {
      files.syncFolder(changed);
    }
    return { id, path, end, namespace };
  } catch (error) {
    undoAll(undo);
    throw error instanceof DiskError ? creationError(error, path) : error;
  }
}

async function writeDraft(
  file: WritableFile,
  path: string,
  sessionId: string,
  { writer, cwd, parent, createdAt, lines, pacer }: NewSessionPlan,
): Promise<LogEnd> {
  const start = { sessionId, createdAt, cwd, ...(parent === undefined ? {} : { parent }) };
  let pending = [encodeLine(path, () => writer.startLine(start))];
  let size = 0;
  const flush = () => {
    appendOwn(file, Buffer.concat(pending));
    pending = [];
    size = 0;
  };
  for await (const line of lines(2)) {
    const bytes = encodeLine(path, () => line);
    pending.push(bytes);
    size += bytes.length;
    if (size > maxPending) {
      flush();
    }
    await pacer.pauseIfDue();
  }
  flush();
  const stat = file.stat();
  return { size: stat.size, identity: stat.identity };
}

/** A long fork is written in pieces of about this many bytes. */
const maxPending = 4 * 1024 * 1024;

/** In reverse order. Anything the disk refuses to undo remains; no agent takes it for a session. */
export function undoAll(undo: readonly (() => void)[]): void {
  for (const step of [...undo].reverse()) {
    quietly(step);
  }
}

/** A session that never existed cannot have vanished. */
export function creationError(error: DiskError, path: string): WriteError {
  return error.code === 'notFound' || error.code === 'notAFile' || error.code === 'exists'
    ? new WriteError(
        'other',
        t(
          'The session cannot be created at {0} ({1}). Check its parent folders and try again.',
          path,
          error.system,
        ),
      )
    : writeErrorOf(error, path);
}
