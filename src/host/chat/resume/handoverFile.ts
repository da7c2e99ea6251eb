import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { member } from '#base/member.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { replaceFile } from '#store/disk/replaceFile.ts';
import type { ChatServices } from '../../list/services.ts';
import { sessionLabel } from '../../list/sessionLabel.ts';

/** A chat rereads its attachments with later messages; after this long no chat continues. */
const retentionMs = 30 * 24 * 60 * 60 * 1_000;

const nameLength = 40;

type Services = Pick<ChatServices, 'extension' | 'log'>;

/**
 * Writes a conversation that is handed over to another participant into a file in the extension's own
 * storage, readable only by this user. A session always gets the same file.
 */
export async function writeHandover(
  services: Services,
  session: SessionSummary,
  markdown: string,
): Promise<vscode.Uri> {
  const folder = folderOf(services);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, handoverName(session));
  replaceFile(path, new TextEncoder().encode(markdown));
  return vscode.Uri.file(path);
}

/** Deletes files too old for any chat. Never throws. */
export async function sweepHandovers(services: Services): Promise<void> {
  const folder = folderOf(services);
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (Date.now() - (await stat(path)).mtimeMs > retentionMs) {
        await rm(path, { force: true });
      }
    }
  } catch (error) {
    if (member(error, 'code') !== 'ENOENT') {
      services.log.warn('chat', 'old conversations not deleted', { reason: String(error) });
    }
  }
}

function folderOf({ extension }: Services): string {
  return join(extension.globalStorageUri.fsPath, 'conversations');
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
