import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { namespaceOf } from '#agents/keen/namespace.ts';

type Payload = Readonly<Record<string, unknown>>;

/** A session of the open workspace in Keen's format; deleted by `remove`. */
export class KeenSession {
  readonly agent = 'keen';
  readonly path: string;
  #seq = 0;

  constructor(
    readonly id: string,
    ...payloads: readonly Payload[]
  ) {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME;
    assert.ok(folder !== undefined && home !== undefined);
    const cwd = folder.uri.fsPath;
    this.path = join(
      home,
      '.keen',
      'sessions',
      namespaceOf(cwd, hash),
      id,
      'transcript_events.jsonl',
    );
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, '');
    this.append(
      { session_started: { session_id: id, created_at: '2026-07-20T09:15:04Z', cwd } },
      ...payloads,
    );
  }

  append(...payloads: readonly Payload[]): void {
    for (const payload of payloads) {
      this.#seq += 1;
      const [kind] = Object.keys(payload);
      appendFileSync(this.path, `${JSON.stringify({ seq: this.#seq, kind, ...payload })}\n`);
    }
  }

  /** VS Code saves chats of earlier tests whenever it likes: nothing that it does is newer. */
  makeLatest(): void {
    const inAnHour = new Date(Date.now() + 3_600_000);
    utimesSync(this.path, inAnHour, inAnHour);
  }

  remove(): void {
    rmSync(dirname(this.path), { recursive: true, force: true });
  }
}

export const said = (content: string): Payload => ({ user_message: { content } });

export const answered = (content: string, turn: Payload = {}): Payload => ({
  assistant_turn: { transcript: [{ kind: 'text', content }], message: content, ...turn },
});

export const compacted = (summary: string): Payload => ({
  compaction_applied: {
    status: 'Context compacted.',
    transcript: [{ kind: 'text', content: summary }],
    messages: [{ Role: 'user', Content: summary, TurnMemory: null }],
  },
});
