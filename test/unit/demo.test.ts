import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEvent } from '#core/event.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { makeDemo } from '../demo/demo.mjs';
import { removeFolder, temporaryFolder } from '../vscode/children.mjs';

const now = Date.UTC(2026, 10, 21, 12);
const day = 24 * 60 * 60_000;

describe('the demo', () => {
  let folder: string;
  let home: string;
  let workspace: string;
  before(async () => {
    folder = temporaryFolder('demo-test');
    ({ home, workspace } = await makeDemo(folder, { now }));
  });
  after(() => {
    removeFolder(folder);
  });

  const logs = () => {
    const store = join(home, '.keen', 'sessions', namespaceOf(workspace));
    return readdirSync(store).map((id) => join(store, id, 'transcript_events.jsonl'));
  };

  it('keeps everything in its own folder', () => {
    assert.deepEqual(readdirSync(folder).sort(), ['home', 'tide-table']);
    assert.ok(home.startsWith(folder));
    assert.ok(workspace.startsWith(folder));
  });

  it('has sessions of its workspace, each in the folder of its id', () => {
    assert.ok(logs().length >= 5);
    for (const log of logs()) {
      const [first = ''] = readFileSync(log, 'utf8').split('\n');
      const { session_started: start } = JSON.parse(first) as {
        session_started: { session_id: string; cwd: string; created_at: string };
      };
      assert.equal(start.cwd, workspace);
      assert.ok(log.includes(start.session_id));
      assert.ok(Date.parse(start.created_at) < statSync(log).mtimeMs);
    }
  });

  it('spreads them over minutes, days and weeks before now', () => {
    const ages = logs().map((log) => now - statSync(log).mtimeMs);
    assert.equal(new Set(ages).size, ages.length);
    for (const [from, to] of [
      [0, day / 24],
      [day / 24, day / 2],
      [day, 2 * day],
      [2 * day, 7 * day],
      [7 * day, 31 * day],
    ] as const) {
      assert.ok(
        ages.some((age) => age > from && age < to),
        `No session is between ${from / day} and ${to / day} days old.`,
      );
    }
  });

  it('shows an event of every kind that Keen has', () => {
    const source = { line: 1, offset: 0, length: 1 };
    const seen = new Set<SessionEvent['kind']>(
      logs().flatMap((log) =>
        readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .flatMap((line) =>
            keenAdapter
              .decode(JSON.parse(line) as Record<string, unknown>, source)
              .events.map((event) => event.kind),
          ),
      ),
    );
    // Every kind of the union is named, so that a new one has to be thought about.
    const wanted: Record<SessionEvent['kind'], boolean> = {
      sessionStart: true,
      userMessage: true,
      assistantText: true,
      modelMessage: true,
      thinking: true,
      toolCall: true,
      toolResult: true,
      shellRun: true,
      diff: true,
      compaction: true,
      interruption: true,
      error: true,
      notice: false,
      unknown: true,
    };
    assert.deepEqual(
      [...seen].sort(),
      Object.entries(wanted)
        .filter(([, isWanted]) => isWanted)
        .map(([kind]) => kind)
        .sort(),
    );
  });

  it('names in its sessions files that its workspace has', () => {
    const named = new Set(
      logs().flatMap((log) => {
        const text = readFileSync(log, 'utf8');
        return [...text.matchAll(/"path":"([^"]+\.go)"/g)].map(([, path = '']) => path);
      }),
    );
    const inside = [...named].filter((path) => path.startsWith(workspace));
    assert.ok(inside.length > 3);
    assert.deepEqual(
      inside.filter((path) => !existsSync(path)),
      [],
    );
  });
});
