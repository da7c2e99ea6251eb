import { changesRequests } from '#store/requests/changes.ts';
import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import type { RowRange } from '#protocol/pages/page.ts';
import { logPath, project, startLine, turnLine, userLine } from '../support/keenStore.ts';
import { opened } from '../support/openedSession.ts';

describe('the files that a session changed', () => {
  it('are listed with their edits and lines, one file for all spellings', async () => {
    const { reader } = opened(twoTurns());
    const files = await reader.changedFiles({}, new Pacer(undefined));
    assert.deepEqual(files, {
      files: [
        {
          path: 'src/a.ts',
          edits: [
            { rowId: '3.1', lines: { added: 1, removed: 1 } },
            { rowId: '5.1', lines: { added: 2, removed: 0 } },
          ],
          total: 2,
          added: 3,
          removed: 1,
          hasDiff: true,
        },
        {
          path: 'b.ts',
          edits: [{ rowId: '5.3' }],
          total: 1,
          added: 0,
          removed: 0,
          hasDiff: false,
        },
      ],
      total: 2,
      added: 3,
      removed: 1,
    });
  });

  it('are those of a turn or of a range', async () => {
    const { reader } = opened(twoTurns());
    const pathsIn = async (range: RowRange) =>
      (await reader.changedFiles(range, new Pacer(undefined))).files.map(
        ({ path, total }) => `${path} ${total}`,
      );
    assert.deepEqual(await pathsIn({ from: '2.0', oneTurn: true }), ['src/a.ts 1']);
    assert.deepEqual(await pathsIn({ from: '4.0', oneTurn: true }), ['src/a.ts 1', 'b.ts 1']);
    assert.deepEqual(await pathsIn({ from: '4.0' }), ['src/a.ts 1', 'b.ts 1']);
    assert.deepEqual(await pathsIn({ to: '4.0' }), ['src/a.ts 1']);
    assert.deepEqual(await pathsIn({ from: '5.3' }), ['b.ts 1']);
  });

  it('follow the log as it grows', async () => {
    const { reader, disk } = opened(twoTurns());
    disk.append(path, turnLine(6, 'More.', editOf('c.ts', added(1, 'c'))));
    reader.refresh();
    const { total } = await reader.changedFiles({}, new Pacer(undefined));
    assert.equal(total, 3);
  });

  it('are not those of failed calls, of reading, and of calls without a path', async () => {
    const { reader } = opened(
      startLine('a') +
        turnLine(2, 'Done.', [
          call('write_file', { path: 'x.ts' }, { error: 'no' }),
          call('read_file', { path: 'y.ts' }),
          call('write_file', {}),
        ]),
    );
    assert.equal((await reader.changedFiles({}, new Pacer(undefined))).total, 0);
  });

  it('give their edits in order', async () => {
    const { reader } = opened(twoTurns());
    const textsOf = async (range: RowRange) =>
      (await reader.editsOfFile({ file: 'src/a.ts', ...range }, new Pacer(undefined))).map(
        (lines) => lines.map(({ text }) => text).join(' '),
      );
    assert.deepEqual(await textsOf({}), ['old new', 'two three']);
    assert.deepEqual(await textsOf({ from: '4.0', oneTurn: true }), ['two three']);
    assert.deepEqual(await reader.editsOfFile({ file: 'nothing' }, new Pacer(undefined)), []);
  });
});

const { signal } = new AbortController();

describe('whether edits are still in their files', () => {
  it('is decided by the files in open folders alone', async () => {
    const { store, disk } = opened(twoTurns());
    const { 'edits/check': check } = changesRequests(store, disk);
    const states = async (folders: readonly string[]) =>
      (await check({ path, rowIds: ['3.1', '5.1'], folders }, signal)).map(({ state }) => state);
    assert.deepEqual(await states([project]), ['missing', 'missing']);
    disk.put(`${project}/src/a.ts`, 'something else\ntwo\nthree\n');
    assert.deepEqual(await states([project]), ['gone', 'there']);
    assert.deepEqual(await states(['/elsewhere']), ['outside', 'outside']);
    disk.put(`${project}/src/a.ts`, 'x'.repeat(2_000_001));
    assert.deepEqual(await states([project]), ['large', 'large']);
    disk.put(`${project}/src/a.ts`, 'a\0b');
    assert.deepEqual(await states([project]), ['unreadable', 'unreadable']);
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('says where they are, with the lines around where the log has only a text for another', async () => {
    const input = { path: 'src/a.ts', old_string: 'old text', new_string: 'new text' };
    const { store, disk } = opened(
      startLine('a') + turnLine(2, 'Done.', [call('edit_file', input)]),
    );
    const { 'edits/check': check } = changesRequests(store, disk);
    const order = { path, rowIds: ['2.0'], folders: [project] };
    disk.put(`${project}/src/a.ts`, 'one\r\ntwo\r\nnew text\r\nfour\r\n');
    const [found] = await check(order, signal);
    assert.deepEqual([found?.state, found?.line], ['there', 3]);
    assert.deepEqual(
      found?.lines?.map(({ newLine = '-', text }) => `${newLine} ${text}`),
      ['1 one', '2 two', '- old text', '3 new text', '4 four'],
    );
    disk.put(`${project}/src/a.ts`, 'one\ntwo\nnewer text\n');
    assert.deepEqual(await check(order, signal), [{ state: 'gone' }]);
  });

  it('reads nothing that a hostile path leads to', async () => {
    for (const hostile of ['../secret.ts', '/etc/hosts', `${project}/../secret.ts`, 'a\0.ts']) {
      const { store, disk } = opened(
        startLine('a') + turnLine(2, 'Done.', editOf(hostile, added(1, 'stolen'))),
      );
      disk.put('/home/ann/secret.ts', 'stolen');
      disk.put('/etc/hosts', 'stolen');
      const { 'edits/check': check } = changesRequests(store, disk);
      const order = { path, rowIds: ['2.1'], folders: [project] };
      assert.deepEqual(await check(order, signal), [{ state: 'outside' }], hostile);
    }
  });
});

const path = logPath('a');

function twoTurns(): string {
  return (
    startLine('a') +
    userLine(2, 'First') +
    turnLine(
      3,
      'Done.',
      editOf(`${project}/src/a.ts`, [
        { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: 'old' },
        ...added(1, 'new'),
      ]),
    ) +
    userLine(4, 'Second') +
    turnLine(5, 'Done.', [
      ...editOf('src/a.ts', [...added(2, 'two'), ...added(3, 'three')]),
      call('write_file', { path: 'b.ts' }),
    ])
  );
}

function editOf(file: string, lines: readonly unknown[]): readonly unknown[] {
  return [
    { kind: 'tool_start', tool_start: { name: 'edit_file', input: { path: file } } },
    { kind: 'diff', diff: { lines } },
    { kind: 'tool_end', tool_end: { name: 'edit_file', input: { path: file }, output: {} } },
  ];
}

function call(name: string, input: unknown, more: object = {}): unknown {
  return { kind: 'tool_end', tool_end: { name, input, output: {}, ...more } };
}

function added(number: number, text: string): readonly unknown[] {
  return [{ Kind: 1, OldLineNum: 0, NewLineNum: number, Content: text }];
}
