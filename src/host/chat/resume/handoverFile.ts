import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { sessionLabel } from '../../catalog/sessionLabel.ts';
import type { Log } from '../../vscode/log.ts';

/** A chat reads what is attached to it again with later messages; after that long none goes on. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Characters of a title in a file's name. */
const nameLength = 40;

/**
 * The conversations that are handed to other participants: files of the extension's own storage, to be
 * read by this user alone. The same session is the same file.
 */
export class HandoverFiles {
  readonly #folder: string;
  readonly #log: Log;

  /** @param storage folder of the extension for all workspaces. */
  constructor(storage: vscode.Uri, log: Log) {
    this.#folder = vscode.Uri.joinPath(storage, 'conversations').fsPath;
    this.#log = log;
  }

  async write(session: SessionSummary, markdown: string): Promise<vscode.Uri> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, handoverName(session));
    await writeFile(path, markdown, { mode: 0o600 });
    return vscode.Uri.file(path);
  }

  /** Deletes the files that no chat can still want. Never throws. */
  async sweep(): Promise<void> {
    try {
      for (const name of await readdir(this.#folder)) {
        const path = join(this.#folder, name);
        if (Date.now() - (await stat(path)).mtimeMs > keptMs) {
          await rm(path, { force: true });
        }
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
        this.#log.warn('chat', 'old conversations not deleted', { reason: String(error) });
      }
    }
  }
}

/** Tells a reader which session it is. Titles and ids come from logs, so only letters and digits stay. */
function handoverName(session: SessionSummary): string {
  const words = sessionLabel(session)
    .slice(0, 200)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  let title = '';
  for (const word of words) {
    if (title.length + word.length > nameLength) {
      break;
    }
    title += `${word}-`;
  }
  const id = session.id.replace(/[^A-Za-z0-9]/g, '').slice(0, 8);
  return `${title}${session.agent}-${id === '' ? 'session' : id}.md`;
}
