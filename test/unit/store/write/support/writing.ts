import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { NewEvent, NewTurn } from '#core/events/newEvent.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { LockOptions } from '#store/write/logLock.ts';
import { SessionWriters } from '#store/write/sessionWriters.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';
import { readKeenStrictly, type StrictSession } from '../../../../support/strictKeenReader.ts';

export const cwd = '/home/ann/project';

/** A home on the real disk, deleted after the test. */
export class WritingHome {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-write-')));
  readonly root = join(this.home, '.keen', 'sessions');

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** One window's writers. */
  writers(
    files: WriteFiles = new WriteFiles(),
    {
      adapters = [keenAdapter],
      lock,
    }: { adapters?: readonly AgentAdapter[]; lock?: LockOptions } = {},
  ): { readonly writers: SessionWriters; readonly store: SessionStore } {
    const fileSystem = new NodeFileSystem();
    const environment = { home: this.home, platform: 'posix', variables: {} } as const;
    const store = new SessionStore({
      fileSystem,
      adapters,
      environment,
      onFault: (fault) => {
        throw fault;
      },
    });
    const writers = new SessionWriters({
      store,
      fileSystem,
      files,
      adapters,
      environment,
      ...(lock === undefined ? {} : { lock }),
    });
    return { writers, store };
  }
}

/** A user message in Keen's format. */
export function keenLine(seq: number, content: string): string {
  return `${JSON.stringify({ seq, kind: 'user_message', user_message: { content } })}\n`;
}

export function read(path: string): StrictSession {
  return readKeenStrictly(readFileSync(path));
}

export function said(text: string): NewEvent {
  return { kind: 'userMessage', text };
}

export function answered(text: string, outcome: NewTurn['outcome'] = { type: 'done' }): NewTurn {
  return { kind: 'turn', items: [{ kind: 'assistantText', text }], outcome };
}

/** Contents of a session's messages and answers, in order. */
export function textsOf({ events }: StrictSession): readonly unknown[] {
  return events.slice(1).map(({ payload }) => payload?.content ?? payload?.message ?? '');
}
