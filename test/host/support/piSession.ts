import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

type PiEntry = {
  /** Eight characters. */
  readonly id: string;
  /** ID of its parent entry; null at the top. */
  readonly parent: string | null;
} & (
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  /** A compaction that keeps nothing. */
  | { readonly summary: string }
);

/** A session of the open workspace in pi's format: a tree of messages. */
export class PiSession {
  readonly agent = 'pi';
  readonly path: string;
  readonly bytes: string;

  constructor(
    readonly id: string,
    ...entries: readonly PiEntry[]
  ) {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME;
    assert.ok(folder !== undefined && home !== undefined);
    const cwd = folder.uri.fsPath;
    const slug = `--${cwd.replace(/^\//, '').replaceAll('/', '-')}--`;
    const name = `2026-03-15T10-00-00-000Z_${id}.jsonl`;
    this.path = join(home, '.pi', 'agent', 'sessions', slug, name);
    const lines = [
      { type: 'session', version: 3, id, timestamp: '2026-03-15T10:00:00.000Z', cwd },
      ...entries.map((entry, place) => line(entry, place + 1)),
    ];
    this.bytes = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.bytes);
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}

function line({ id, parent, ...entry }: PiEntry, second: number): object {
  const timestamp = `2026-03-15T10:00:0${second}.000Z`;
  if ('summary' in entry) {
    const { summary } = entry;
    return { type: 'compaction', id, parentId: parent, timestamp, summary, tokensBefore: 900 };
  }
  const { role, text } = entry;
  return {
    type: 'message',
    id,
    parentId: parent,
    timestamp,
    message: {
      role,
      content: [{ type: 'text', text }],
      ...(role === 'assistant' ? { stopReason: 'stop' } : {}),
      timestamp: second,
    },
  };
}
