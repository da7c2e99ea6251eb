import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Pi, PiEntry, PiSession } from './pi.ts';
import { indexed, ours, theirs } from './told.ts';

/** Messages as created by pi's own loop, one second apart. */
export class Messages {
  #time = Date.UTC(2026, 2, 15, 10);
  #calls = 0;

  user(content: unknown): object {
    return { role: 'user', content, timestamp: this.#tick() };
  }

  answer(content: unknown, more: object = {}): object {
    return {
      role: 'assistant',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      usage: {
        input: 1,
        output: 1,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 2,
        cost: { total: 0 },
      },
      stopReason: 'stop',
      timestamp: this.#tick(),
      ...more,
    };
  }

  call(name: string, input: object): { readonly type: 'toolCall'; readonly id: string } {
    this.#calls += 1;
    const id = `toolu_${this.#calls}`;
    return Object.assign({ type: 'toolCall' as const, id }, { name, arguments: input });
  }

  result(toolCallId: string, toolName: string, content: unknown, isError = false): object {
    return {
      role: 'toolResult',
      toolCallId,
      toolName,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      isError,
      timestamp: this.#tick(),
    };
  }

  bash(command: string, output: string, more: object = {}): object {
    const ended = { exitCode: 0, cancelled: false, truncated: false };
    return { role: 'bashExecution', command, output, ...ended, timestamp: this.#tick(), ...more };
  }

  #tick(): number {
    this.#time += 1_000;
    return this.#time;
  }
}

export const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };

/** The log written by a session manager. */
export function logOf(session: PiSession): string {
  return readFileSync(session.getSessionFile(), 'utf8');
}

/** Both produce the same context, at the last entry and at the end of every branch. */
export function assertSame(pi: Pi, log: string): void {
  const entries = entriesOf(pi, log);
  const reading = indexed(log);
  const messages = ours(reading);
  assert.deepEqual(messages, theirs(pi, entries));
  assert.equal(reading.index.conversation.messages, messages.length);
  const isTree = entries.every(({ id }) => reading.index.tree.lineOf(id) !== undefined);
  for (const { id } of isTree ? leavesOf(entries) : []) {
    assert.deepEqual(ours(reading, id), theirs(pi, entries, id), `the branch that ends with ${id}`);
  }
}

/** A log's entries without its header, in the newest version. */
export function entriesOf(pi: Pi, log: string): readonly PiEntry[] {
  const entries = pi.parseSessionEntries(log);
  pi.migrateSessionEntries(entries);
  return entries.filter(({ type }) => type !== 'session');
}

function leavesOf(entries: readonly PiEntry[]): readonly PiEntry[] {
  const parents = new Set(entries.map(({ parentId }) => parentId));
  return entries.filter(({ id }) => !parents.has(id));
}
