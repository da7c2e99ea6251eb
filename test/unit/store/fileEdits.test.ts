import assert from 'node:assert/strict';
import type { FileEditsOrder, FileEditsPart } from '#protocol/fileEdits.ts';
import { searchFileEdits } from '#store/search/fileEdits.ts';
import { storeOfAll } from './support/agentLogs.ts';
import { logPath, project, startLine, turnLine, userLine } from './support/keenStore.ts';
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
    assert.deepEqual(end, { looked: 2, unread: 1 });
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
  const end = await searchFileEdits(
    store,
    { paths: Object.keys(logs), files: [file], ...order },
    (part) => {
      parts.push(part);
      return Promise.resolve();
    },
    signal,
  );
  return { parts, end, edits: parts.flatMap(({ edits }) => edits) };
}
