import { conversationOf, lastTurnsOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RowPart } from '#core/rows/row.ts';
import { findAll } from '../store/support/findAll.ts';
import {
  compactionLine,
  keenStore,
  line,
  logPath,
  project,
  session,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { runs } from '../../support/full.ts';

const path = logPath('a');
const parts: readonly RowPart[] = ['text', 'input', 'output', 'raw'];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 1e308, '\u202e', '__proto__', '</script>', [], {}),
);
const name = fc.constantFrom(
  ...['kind', 'seq', 'payload', 'content', 'transcript', 'message', 'turn_memory', 'messages'],
  ...['tool_end', 'bash', 'diff', 'lines', 'session_id', 'created_at', 'cwd', '__proto__'],
);
const hostile = fc
  .tuple(
    fc.constantFrom('session_started', 'user_message', 'assistant_turn', 'compaction_applied', 'x'),
    fc.array(fc.tuple(name, value), { maxLength: 5 }),
  )
  .map(([kind, members]) => {
    const payload = members.map(
      ([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`,
    );
    return `{"seq":2,"kind":"${kind}","${kind}":{${payload.join(',')}}}\n`;
  });
const sane = fc.constantFrom(
  userLine(2, 'Hello'),
  turnLine(3, 'Answer', [{ kind: 'bash', bash: { command: 'ls' } }]),
  compactionLine(4, 'Summary'),
  line({ seq: 5, kind: 'tool_start', payload: { name: 'a' } }),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((noise) => Buffer.from(noise)),
  fc
    .tuple(
      fc.array(fc.oneof(hostile, sane), { maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 6 }),
    )
    .map(([lines, damage]) => {
      const log = Buffer.from(session('a') + lines.join(''));
      for (const [place, byte] of damage) {
        log[place % log.length] = byte;
      }
      return log;
    }),
);

describe('a log of any bytes', () => {
  it('is listed and read without an error, and every row keeps its promises', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (log) => {
        const disk = new MemoryFileSystem();
        disk.put(path, log);
        const store = keenStore(disk);
        const [listing] = await store.list([project]);
        assert.ok((listing?.sessions.length ?? 0) + (listing?.failures.length ?? 0) <= 1);

        const state = store.open(path);
        const reader = store.reader(path);
        const { rows, total } = reader.rows('all', 0, 1_000);
        assert.deepEqual([rows.length, total], [state.rows, state.rows]);
        assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
        rows.forEach((row, index) => {
          assert.deepEqual(reader.locate('all', row.id), { index });
          assert.ok(row.source.offset + row.source.length <= log.length);
          for (const part of parts) {
            reader.text(row.id, part);
          }
          assert.equal(reader.diff(row.id) !== undefined, row.kind === 'diff' || 'diffs' in row);
        });
        const { messages } = reader.messages(0, 1_000);
        assert.equal(messages.length, state.messages);
        // A file that is not a log has no summary.
        if (listing?.others.length === 0) {
          assert.deepEqual((await conversationOf(store, path)).messages, messages);
          await lastTurnsOf(store, path, { maxTurns: 3, maxChars: 1_000 });
        }
        await findAll(reader, { filter: 'all', query: 'a', matchCase: false });
        // Everything must be transferable between threads.
        structuredClone([listing, state, rows, messages, reader.problems(0, 1_000)]);
        assert.equal(disk.work.opened, disk.work.closed);
      }),
      { seed: 2026, numRuns: runs(1_000) },
    );
  });
});
