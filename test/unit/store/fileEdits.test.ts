import assert from 'node:assert/strict';
import type { FileEditsOrder, FileEditsPart } from '#protocol/fileEdits.ts';
import { KeptEdits, searchFileEdits } from '#store/search/fileEdits.ts';
import { claudePath, storeOfAll } from './support/agentLogs.ts';
import { line, logPath, project, startLine, turnLine, userLine } from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';
import { edit } from './support/sessionTools.ts';

const file = `${project}/src/a.ts`;

describe('the recorded edits of a file', () => {
  it('stream, session by session, each with its prompt and size', async () => {
    const { parts, end, edits } = await search({
      [logPath('new')]: edited('new', 'Change it', file, 'const two = 2;'),
      [logPath('none')]: edited('none', 'Elsewhere', 'src/b.ts', 'three'),
      [logPath('old')]: edited('old', 'Begin it', 'src/a.ts', 'const one = 1;'),
    });
    assert.deepEqual(
      edits.map(({ prompt, lines, rowId }) => [prompt, lines, rowId]),
      [
        ['Change it', { added: 1, removed: 1 }, '3.1'],
        ['Begin it', { added: 1, removed: 1 }, '3.1'],
      ],
    );
    assert.deepEqual(end, { looked: 3, unread: 0 });
    assert.deepEqual([parts[0]?.looked, parts[0]?.edits.length], [1, 1]);
    assert.equal(parts.at(-1)?.looked, 3);
  });

  it('are found by any of its paths, and none of a session that cannot be read', async () => {
    const { edits, end } = await search(
      {
        [logPath('a')]: edited('a', 'Change it', file, 'const two = 2;'),
        [logPath('b')]: edited('b', 'Change it', file, 'const two = 2;'),
      },
      { files: ['/home/ann/link/src/a.ts', file] },
      (disk) => {
        disk.fail(logPath('b'), 'noAccess');
      },
    );
    assert.equal(edits.length, 1);
    assert.deepEqual([end.looked, end.unread, end.reasons?.length], [2, 1, 1]);
  });

  it('are those that wrote a line, with how sure that is', async () => {
    const { edits } = await search(
      {
        [logPath('same')]: edited('same', 'Write it', file, '  const total = sum(rows);'),
        [logPath('near')]: edited('near', 'Begin it', file, 'const total = sum(rows, 1);'),
        [logPath('other')]: edited('other', 'Elsewhere', file, 'draw();'),
      },
      { lines: ['const total = sum(rows);'] },
    );
    assert.deepEqual(
      edits.map(({ prompt, origin }) => [prompt, origin?.match]),
      [
        ['Write it', 'reindented'],
        ['Begin it', 'similar'],
      ],
    );
  });

  it('have the lines of a call whose diff is not in the log', async () => {
    const write = {
      name: 'write_file',
      input: { path: 'src/a.ts', content: 'const one = 1;\nconst two = 2;\n' },
    };
    const items = [
      { kind: 'tool_start', tool_start: write },
      { kind: 'tool_end', tool_end: { ...write, output: {} } },
    ];
    const log = startLine('w') + userLine(2, 'Write it') + turnLine(3, 'Done.', items);
    const { edits } = await search({ [logPath('w')]: log }, { lines: ['const two = 2;'] });
    assert.deepEqual(
      edits.map(({ origin, lines }) => [origin?.match, lines]),
      [['exact', { added: 2, removed: 0 }]],
    );
  });

  it('are also those of sub-agents, with the call that led to them', async () => {
    const { path, logs } = withSubAgent();
    const { edits } = await search(logs, { paths: [path], lines: ['  const b = 22;'] });
    assert.deepEqual(
      edits.map(({ prompt, subAgent, lines, origin }) => [prompt, subAgent, lines, origin?.match]),
      [['Change src/a.ts', { session: path, call: '2.0' }, { added: 1, removed: 1 }, 'reindented']],
    );
  });

  it('are also those of a session whose sub-agent cannot be read', async () => {
    const { path, log, logs } = withSubAgent();
    const reasons = [`${path}: The log of its sub-agent a1 cannot be found.`];
    for (const asked of [{}, { lines: ['const c = 333;'] }]) {
      const { edits, end, failed } = await search(logs, { paths: [path], ...asked }, (disk) => {
        disk.fail(log, 'noAccess');
      });
      assert.deepEqual(
        edits.map(({ rowId, subAgent }) => [rowId, subAgent]),
        [['4.0', undefined]],
      );
      assert.deepEqual([end, failed], [{ looked: 1, unread: 0, reasons }, [path]]);
    }
  });

  it('are found in other files, from which lines may have come', async () => {
    const logs = {
      [logPath('old')]: edited('old', 'Begin it', 'src/old.ts', '\tconst name = "a\\n";'),
      [logPath('near')]: edited('near', 'Begin it', 'src/near.ts', 'const name = "b\\n";'),
      [logPath('same')]: edited('same', 'Begin it', file, 'const name = "a\\n";'),
    };
    const { edits } = await search(logs, { lines: ['const name = "a\\n";'], elsewhere: true });
    assert.deepEqual(
      edits.map(({ file: from, origin }) => [from, origin?.match]),
      [['src/old.ts', 'reindented']],
    );
  });

  it('of a file that was asked about before are not read again, unless the session changed', async () => {
    const disk = new MemoryFileSystem();
    const path = logPath('a');
    disk.put(path, edited('a', 'Change it', file, 'const one = 1;'));
    const store = storeOfAll(disk);
    await store.list([project]);
    const kept = new KeptEdits();
    const ask = async (text: string) => {
      disk.resetWork();
      let found = 0;
      const order = { paths: [path], files: [file], lines: [text] };
      await searchFileEdits(store, kept, order, ({ edits }) => {
        found += edits.length;
        return Promise.resolve();
      });
      return [found, disk.work.opened > 0];
    };
    assert.deepEqual(await ask('const one = 1;'), [1, true]);
    assert.deepEqual(await ask('const two = 2;'), [0, false]);
    disk.append(path, turnLine(4, 'Done.', edit(file, 'const two = 2;')));
    assert.deepEqual(await ask('const two = 2;'), [1, true]);
  });

  it('stop when nobody wants more', async () => {
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(
      search(
        { [logPath('a')]: edited('a', 'Change it', file, 'x') },
        {},
        () => undefined,
        controller.signal,
      ),
      { name: 'AbortError' },
    );
  });
});

function edited(id: string, prompt: string, path: string, text: string): string {
  return startLine(id) + userLine(2, prompt) + turnLine(3, 'Done.', edit(path, text));
}

async function search(
  logs: Readonly<Record<string, string>>,
  order: Partial<FileEditsOrder> = {},
  prepare: (disk: MemoryFileSystem) => void = () => undefined,
  signal?: AbortSignal,
) {
  const disk = new MemoryFileSystem();
  for (const [path, content] of Object.entries(logs)) {
    disk.put(path, content);
  }
  const store = storeOfAll(disk);
  await store.list([project]);
  prepare(disk);
  const parts: FileEditsPart[] = [];
  const failed: string[] = [];
  Object.assign(store, {
    failed: (_error: unknown, path: string) => {
      failed.push(path);
    },
  });
  const end = await searchFileEdits(
    store,
    new KeptEdits(),
    { paths: Object.keys(logs), files: [file], ...order },
    (part) => {
      parts.push(part);
      return Promise.resolve();
    },
    signal,
  );
  return { parts, end, failed, edits: parts.flatMap(({ edits }) => edits) };
}

/** A session that edits the file, and so does its sub-agent. @returns their logs. */
function withSubAgent() {
  const path = claudePath('c');
  const log = path.replace('.jsonl', '/subagents/agent-a1.jsonl');
  const record = (type: string, uuid: string, parentUuid: string | null, more: object) =>
    line({
      ...{ type, uuid, parentUuid, isSidechain: false, cwd: project, sessionId: 'c' },
      ...more,
    });
  const said = (content: unknown) => ({ message: { role: 'user', content } });
  const called = (id: string, name: string, input: object) => ({
    message: { role: 'assistant', model: 'm', content: [{ type: 'tool_use', id, name, input }] },
  });
  const result = (id: string) => said([{ type: 'tool_result', tool_use_id: id, content: 'x' }]);
  const side = { isSidechain: true, agentId: 'a1' };
  const change = (to: string) => ({
    file_path: file,
    old_string: 'const a = 1;',
    new_string: to,
  });
  const logs = {
    [path]:
      record('user', 'u1', null, said('Change src/a.ts')) +
      record('assistant', 'u2', 'u1', called('t1', 'Task', { prompt: 'Do it' })) +
      record('user', 'u3', 'u2', { ...result('t1'), toolUseResult: { agentId: 'a1' } }) +
      record('assistant', 'u4', 'u3', called('t2', 'Edit', change('const c = 333;'))) +
      record('user', 'u5', 'u4', result('t2')),
    [log]:
      record('user', 's1', null, { ...said('Do it'), ...side }) +
      record('assistant', 's2', 's1', {
        ...called('e1', 'Edit', change('const b = 22;')),
        ...side,
      }) +
      record('user', 's3', 's2', { ...result('e1'), ...side }),
  };
  return { path, log, logs };
}
