import assert from 'node:assert/strict';
import { piAdapter } from '#agents/pi/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { noUsage, tokensOf } from '#core/events/usage.ts';
import type { Row } from '#core/rows/row.ts';
import { toolKind } from '#core/index/toolKind.ts';
import { noLimits } from '#core/text/longText.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import {
  compactionLine,
  home,
  keenStore,
  line,
  logPath,
  project,
  startLine,
  turnLine,
  userLine,
} from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { forFixtureStates } from '../support/fixtureStates.ts';
import { opened } from '../support/openedSession.ts';
import { outlineEntryOf } from '#store/session/lens/outlineEntry.ts';

const markers: Partial<Record<Row['kind'], OutlineEntry['kind']>> = {
  user: 'prompt',
  compaction: 'compaction',
  fork: 'fork',
  branch: 'branch',
  plan: 'plan',
};

/** Each entry is where its row is, and counts what the rows up to the next prompt say themselves. */
function assertTold(reader: SessionReader, name: string): void {
  const { rows } = reader.rows('all', 0, 100_000, noLimits);
  const { entries, total } = reader.outline(0, 100_000);
  const { cwd } = reader.state();
  assert.equal(total, entries.length);
  assert.deepEqual(
    entries.map(({ rowId, index, kind }) => [rowId, index, kind]),
    rows.flatMap(({ id, kind }, index) =>
      markers[kind] === undefined ? [] : [[id, index, markers[kind]]],
    ),
    name,
  );
  for (const entry of entries) {
    if (entry.kind === 'prompt') {
      const next = rows.findIndex(({ kind }, at) => at > entry.index && kind === 'user');
      const led = rows.slice(entry.index + 1, next < 0 ? rows.length : next);
      const calls = led.filter((row) => row.kind === 'tool' || row.kind === 'shell');
      const { calls: counted, commands, failures, files } = entry;
      assert.deepEqual(
        { calls: counted, commands, failures, files },
        {
          calls: calls.length,
          commands: calls.filter((row) => row.kind === 'shell' || toolKind(row.name) === 'shell')
            .length,
          failures:
            calls.filter(({ state }) => state === 'failed').length +
            led.filter(({ kind }) => kind === 'error').length,
          files: new Set(led.flatMap((row) => changedBy(row, cwd))).size,
        },
        `${name}: ${entry.rowId}`,
      );
    }
  }
  const { usage } = reader.state();
  const spent = entries.map((entry) =>
    entry.kind === 'prompt' && entry.spent !== undefined ? tokensOf(entry.spent) : 0,
  );
  assert.ok(spent.reduce((sum, tokens) => sum + tokens, 0) <= tokensOf(usage ?? noUsage), name);
  rows.forEach(({ id }, at) => {
    const expected = entries.findLastIndex(({ index }) => index <= at);
    assert.equal(outlineEntryOf(reader.indexed, id), expected, `${name}: ${id}`);
  });
}

function changedBy(row: Row, folder: string | undefined): string[] {
  const diffs = row.kind === 'tool' || row.kind === 'shell' ? row.diffs : undefined;
  if (diffs !== undefined) {
    const isDone = row.kind === 'tool' || row.kind === 'shell' ? row.state === 'done' : true;
    return isDone ? diffs.flatMap(({ path }) => named(path, folder)) : [];
  }
  const path =
    row.kind === 'diff'
      ? row.path
      : row.kind === 'tool' &&
          row.state === 'done' &&
          ['edit', 'write'].includes(toolKind(row.name))
        ? /^(?:path|file_path|filePath|target_file|targetFile|relativeWorkspacePath): (.+)$/m.exec(
            row.input.text,
          )?.[1]
        : undefined;
  return named(path, folder);
}

function named(path: string | undefined, folder: string | undefined): string[] {
  return path === undefined ? [] : [path.replace(`${folder ?? ''}/`, '').replace(/^\.\//, '')];
}

describe('the outline of a session', () => {
  const item = (kind: string, more: object) => ({ kind, [kind]: more });

  it('tells what each prompt led to, past compactions and up to the next prompt', () => {
    const { reader } = opened(
      startLine('a') +
        userLine(2, 'Mend\nit') +
        turnLine(3, 'Well.', [
          item('tool_end', { name: 'read_file', output: 'x' }),
          item('tool_end', { name: 'edit_file', input: { path: 'a.ts' }, output: 'ok' }),
          item('tool_end', { name: 'edit_file', input: { path: `${project}/a.ts` }, output: 'ok' }),
          item('tool_end', { name: 'write_file', input: { path: 'b.ts' }, error: 'refused' }),
          item('bash', { command: 'false', output: '', error: 'exit status 1' }),
        ]) +
        compactionLine(4, 'So far') +
        turnLine(5, 'Done.', [item('bash', { command: 'true', output: '' })]) +
        userLine(6, '   '),
    );
    const { entries, total, generation } = reader.outline(0, 10);
    assert.deepEqual([total, generation], [3, 1]);
    const [first, marker, last] = entries;
    assert.ok(first?.kind === 'prompt' && last?.kind === 'prompt');
    const { text, calls, commands, failures, files } = first;
    assert.deepEqual([text, calls, commands, failures, files], ['Mend it', 6, 2, 2, 1]);
    assert.equal(marker?.kind, 'compaction');
    assert.deepEqual([last.text, last.calls, last.files], ['', 0, 0]);
    assert.deepEqual(reader.outline(2, 10).entries, [last]);
    assert.deepEqual(reader.outline(3, 10).entries, []);
  });

  it('tells what the requests of each prompt used', () => {
    const path = `${home}/.pi/agent/sessions/--p--/2026-11-20_a.jsonl`;
    let parentId: string | null = null;
    const message = (id: string, more: object) => {
      const record = { type: 'message', id, parentId, message: { content: 'x', ...more } };
      parentId = id;
      return line(record);
    };
    const answer = (id: string, input: number, cost: number) =>
      message(id, { role: 'assistant', content: [], usage: { input, cost: { total: cost } } });
    const user = (id: string) => message(id, { role: 'user' });
    const disk = new MemoryFileSystem();
    disk.put(
      path,
      line({ type: 'session', version: 3, id: 'a', cwd: '/p' }) +
        [answer('0', 1, 1), user('u1'), answer('1', 10, 0.5), answer('2', 20, 0.25)].join('') +
        [user('u2'), user('u3'), answer('3', 7, 0)].join(''),
    );
    const store = keenStore(disk, { adapters: [piAdapter] });
    store.open(path);
    const { entries } = store.reader(path).outline(0, 10);
    assert.deepEqual(
      entries.map((entry) => entry.kind === 'prompt' && [entry.spent?.input, entry.spent?.cost]),
      [
        [30, 0.75],
        [undefined, undefined],
        [7, 0],
      ],
    );
  });

  it('is cut to what an entry shows', () => {
    const { reader } = opened(startLine('a') + userLine(2, 'word '.repeat(100_000)));
    const [entry] = reader.outline(0, 1).entries;
    assert.ok(entry?.kind === 'prompt' && entry.text.length < 170);
  });

  it('follows a call that ends while the log grows, and one whose end is taken back', () => {
    const began = line({ kind: 'tool_start', tool_start: { name: 'edit', input: { path: 'a' } } });
    const ended = line({ kind: 'tool_end', tool_end: { name: 'edit', error: 'refused' } });
    const { reader, disk } = opened(startLine('a') + userLine(2, 'Go') + began);
    const failures = () => {
      assertTold(reader, 'a');
      const [entry] = reader.outline(0, 1).entries;
      return entry?.kind === 'prompt' ? entry.failures : undefined;
    };
    assert.equal(failures(), 0);
    disk.append(logPath('a'), ended.trimEnd());
    reader.refresh();
    assert.equal(failures(), 1);
    disk.append(logPath('a'), ' garbage\n');
    reader.refresh();
    assert.equal(failures(), 0);
    disk.append(logPath('a'), ended);
    reader.refresh();
    assert.equal(failures(), 1);
  });

  for (const { id } of adapters) {
    it(`counts what rows of ${id} say themselves, on every branch and at any length`, () =>
      forFixtureStates(id, assertTold));
  }
});
