import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { sessionLabel } from '../../catalog/sessionLabel.ts';
import type { Log } from '../../vscode/log.ts';

/** A chat rereads its attachments with later messages; after this long no chat continues. */
const retentionMs = 30 * 24 * 60 * 60 * 1_000;

/** Characters of a title in a file's name. */
const nameLength = 40;

/**
 * Conversations handed over to other participants: files in the extension's own storage, readable
 * only by this user. A session always gets the same file.
 */
export class HandoverFiles {
  readonly #folder: string;
  readonly #log: Log;

  /** @param storage the extension's global storage folder. */
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

  /** Deletes files too old for any chat. Never throws. */
  async sweep(): Promise<void> {
    try {
      for (const name of await readdir(this.#folder)) {
        const path = join(this.#folder, name);
        if (Date.now() - (await stat(path)).mtimeMs > retentionMs) {
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

/**
 * Identifies the session to a reader. Titles and IDs come from logs, so only letters and digits
 * remain.
 */
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
