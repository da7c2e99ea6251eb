import { hash } from '#store/disk/hash.ts';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { FileSystem } from '#store/disk/fileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { StoreOptions } from '#store/storeOptions.ts';

export const home = '/home/ann';
export const project = '/home/ann/project';

/** Path of a Keen session of a folder. */
export function logPath(id: string, cwd = project, root = `${home}/.keen/sessions`): string {
  return `${root}/${namespaceOf(cwd, hash)}/${id}/transcript_events.jsonl`;
}

/** Lines of a session with a start, one message and one answer. */
export function session(
  id: string,
  { cwd = project, text = `Message of ${id}`, answer = 'Done.' } = {},
): string {
  return [
    startLine(id, cwd),
    userLine(2, text),
    line({ seq: 3, kind: 'assistant_turn', assistant_turn: turn(answer) }),
  ].join('');
}

export function startLine(id: string, cwd: string | undefined = project): string {
  const session_started = { session_id: id, created_at: '2026-07-20T09:15:04Z', cwd };
  return line({ seq: 1, kind: 'session_started', session_started });
}

export function userLine(seq: number, content: string): string {
  return line({ seq, kind: 'user_message', user_message: { content } });
}

export function turnLine(seq: number, answer: string, items: readonly unknown[] = []): string {
  return line({ seq, kind: 'assistant_turn', assistant_turn: turn(answer, items) });
}

/** @param repeated prompts that the summary repeats after it, and so keeps. */
export function compactionLine(
  seq: number,
  summary: string,
  ...repeated: readonly string[]
): string {
  return line({
    seq,
    kind: 'compaction_applied',
    compaction_applied: {
      status: 'Context compacted.',
      transcript: [{ kind: 'text', content: summary }],
      messages: [summary, ...repeated].map((Content) => ({
        Role: 'user',
        Content,
        TurnMemory: null,
      })),
    },
  });
}

export function line(record: unknown): string {
  return `${JSON.stringify(record)}\n`;
}

function turn(answer: string, items: readonly unknown[] = []) {
  return { transcript: [...items, { kind: 'text', content: answer }], message: answer };
}

/** A store with Keen's adapter; an unexpected fault fails the test. */
export function keenStore(fileSystem: FileSystem, options: Partial<StoreOptions> = {}) {
  return new SessionStore({
    fileSystem,
    adapters: [keenAdapter],
    environment: { home, platform: 'posix', variables: {} },
    onFault: (fault) => {
      throw fault;
    },
    ...options,
  });
}
