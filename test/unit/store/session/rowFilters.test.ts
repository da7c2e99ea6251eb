import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { filterValues } from '#store/session/lens/filterValues.ts';
import { adapters } from '#agents/registry.ts';
import type { Row } from '#core/rows/row.ts';
import { noLimits } from '#core/text/longText.ts';
import { passesFilter, type RowLevel } from '#protocol/pages/page.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import { forFixtureStates } from '../support/fixtureStates.ts';
import { line, logPath, startLine, turnLine, userLine } from '../support/keenStore.ts';
import { opened } from '../support/openedSession.ts';

const filters: readonly RowLevel[] = ['all', 'prompts', 'dialogue', 'trouble'];

function passing(rows: readonly Row[], filter: RowLevel): readonly string[] {
  return rows
    .filter((row) => {
      const state = row.kind === 'tool' || row.kind === 'shell' ? row.state : 'done';
      return passesFilter(filter, row.kind, state);
    })
    .map(({ id }) => id);
}

/** Each filter shows and counts the rows that match it by their own content. */
function assertFiltered(reader: SessionReader, name: string): void {
  const state = reader.state();
  const { rows } = reader.rows('all', 0, 100_000, noLimits);
  for (const filter of filters) {
    const page = reader.rows(filter, 0, 100_000, noLimits);
    assert.deepEqual(
      page.rows.map(({ id }) => id),
      passing(rows, filter),
      `${name}: ${filter}`,
    );
    assert.equal(page.total, page.rows.length);
  }
  assert.equal(state.trouble, passing(rows, 'trouble').length, name);
  const compaction = rows.findLastIndex(({ kind }) => kind === 'compaction');
  for (const [line, passes] of Object.entries(lines)) {
    for (const level of ['all', 'trouble'] as const) {
      const ofLevel = new Set(passing(rows, level));
      assert.deepEqual(
        reader.rows(`${level} ${line}`, 0, 100_000, noLimits).rows.map(({ id }) => id),
        rows
          .filter(
            (row, at) =>
              ofLevel.has(row.id) && passes(row, { isAfter: compaction >= 0 && at > compaction }),
          )
          .map(({ id }) => id),
        `${name}: ${level} ${line}`,
      );
    }
  }
}

/** More lines than lists are kept, with what they ask of the built rows. */
const lines: Readonly<Record<string, (row: Row, place: { isAfter: boolean }) => boolean>> = {
  'kind:tool': ({ kind }) => kind === 'tool',
  '-kind:tool,shell': ({ kind }) => kind !== 'tool' && kind !== 'shell',
  'kind:branch': ({ kind }) => kind === 'branch',
  'after:compaction': (_, { isAfter }) => isAfter,
  'after:compaction kind:user': ({ kind }, { isAfter }) => isAfter && kind === 'user',
  '-after:compaction': (_, { isAfter }) => !isAfter,
  'kind:shell exit:!0': (row) =>
    row.kind === 'shell' && row.exitCode !== undefined && row.exitCode !== 0,
  'kind:shell -exit:0': (row) => row.kind === 'shell' && row.exitCode !== 0,
  'kind:diff file:*.go': (row) =>
    (row.kind === 'diff'
      ? [row]
      : row.kind === 'tool' || row.kind === 'shell'
        ? (row.diffs ?? [])
        : []
    ).some(({ path }) => /\.go$/i.test(path ?? '')),
  'tool:read_file': (row) => row.kind === 'tool' && row.name.toLowerCase() === 'read_file',
};

describe('what a session has to filter by', () => {
  it('is what its rows say, most frequent first', async () => {
    const { reader } = opened(
      startLine('a') +
        userLine(2, 'Go') +
        turnLine(3, 'Well.', [
          { kind: 'tool_end', tool_end: { name: 'read', input: { path: 'a.go' }, output: 'x' } },
          { kind: 'tool_end', tool_end: { name: 'grep', output: 'x' } },
          { kind: 'tool_end', tool_end: { name: 'read', input: { path: 'b.go' }, output: 'x' } },
          { kind: 'tool_end', tool_end: { name: 'edit', input: { path: 'b.go' }, output: 'x' } },
        ]),
    );
    const { tools, files, exits } = await filterValues(reader.indexed, new Pacer(undefined));
    assert.deepEqual(tools, [
      { value: 'read', count: 2 },
      { value: 'edit', count: 1 },
      { value: 'grep', count: 1 },
    ]);
    assert.deepEqual(files, [
      { value: 'b.go', count: 2 },
      { value: 'a.go', count: 1 },
    ]);
    assert.deepEqual(exits, []);
  });
});

describe('the filters of rows', () => {
  const ended = (name: string, more: object) =>
    line({ kind: 'tool_end', tool_end: { name, ...more } });
  const began = (name: string) => line({ kind: 'tool_start', tool_start: { name, input: {} } });

  it('count failed calls, non-zero exits and calls without a result as trouble', () => {
    const log =
      startLine('a') +
      userLine(2, 'Go') +
      turnLine(3, 'Well.', [
        { kind: 'tool_end', tool_end: { name: 'read', output: 'x' } },
        { kind: 'tool_end', tool_end: { name: 'edit', error: 'refused' } },
        { kind: 'bash', bash: { command: 'ls', output: '' } },
        { kind: 'bash', bash: { command: 'false', output: '', error: 'exit status 1' } },
      ]) +
      began('grep') +
      userLine(5, 'And?') +
      'garbage\n';
    const { reader } = opened(log);
    const { rows, total } = reader.rows('trouble', 0, 100);
    const told = rows.map((row) =>
      row.kind === 'tool'
        ? `${row.name} ${row.state}`
        : row.kind === 'shell'
          ? `${row.command} ${row.state}`
          : row.kind,
    );
    assert.deepEqual(told, ['edit failed', 'false failed', 'grep unfinished', 'problem']);
    assert.deepEqual([total, reader.state().trouble], [4, 4]);
  });

  it('follow a call that ends while the log grows, and one whose end is taken back', () => {
    const path = logPath('a');
    const { reader, disk } = opened(
      startLine('a') + userLine(2, 'Go') + began('read') + began('grep'),
    );
    const troubles = () => {
      assertFiltered(reader, 'a');
      return reader.rows('trouble', 0, 10).rows.map((row) => row.kind === 'tool' && row.name);
    };
    assert.deepEqual(troubles(), ['read', 'grep']);
    const end = ended('read', { output: 'x' });
    disk.append(path, end.trimEnd());
    reader.refresh();
    assert.deepEqual(troubles(), ['grep']);
    disk.append(path, ' garbage\n');
    reader.refresh();
    assert.deepEqual(troubles().slice(0, 2), ['read', 'grep']);
    disk.append(path, ended('grep', { error: 'refused' }) + end);
    reader.refresh();
    assert.deepEqual(troubles()[0], 'grep');
  });

  for (const adapter of adapters) {
    it(`show what rows of ${adapter.id} say themselves, on every branch and at any length`, () =>
      forFixtureStates(adapter.id, assertFiltered));
  }
});
