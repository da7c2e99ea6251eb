import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { sessionUsage } from '#store/session/sessionUsage.ts';
import { storeOfAll } from '../store/support/agentLogs.ts';
import { codexHome, rowsSaid } from '../store/support/fixtureHome.ts';
import { home } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { numbersSum } from '../store/support/numbersSum.ts';

const day = `${home}/.codex/sessions/2026/11/25`;
const archived = `${home}/.codex/archived_sessions`;
const parent = `${archived}/rollout-2026-11-25T17-46-42-01a213d1-2189-70f2-b473-f583f2fd32c0.jsonl`;
const fork = `${day}/rollout-2026-11-25T17-47-41-01a213d2-096b-7ba1-932f-9d58afd4e947.jsonl`;
const thread = '01a213d3-2ae1-7090-8eff-8aee8f08d259';
const first = `${day}/rollout-2026-11-25T17-48-55-${thread}.jsonl`;
const second = `${day}/rollout-2026-11-25T17-50-04-${thread}_01a213d4-36b5-7351-912c-f68ab4fff09d.jsonl`;
const third = `${day}/rollout-2026-11-25T17-50-36-${thread}_01a213d4-b31e-7ff3-bbc5-241c84322780.jsonl`;

const dug = `${home}/.codex/sessions/2026/10/05/rollout-2026-10-05T09-4`;
const dugId = '019e0011-7000-7000-8000-000000000011';
const segments = [
  `${dug}0-00-${dugId}_019e0012-7000-7000-8000-000000000012.jsonl`,
  `${dug}1-00-${dugId}_019e0013-7000-7000-8000-000000000013.jsonl`,
] as const;

describe('a thread of Codex in several rollouts', () => {
  it('is listed once, by the prompt that it begins with now', async () => {
    const [listing] = await storeOfAll(codexHome('codexThreads')).list(['/home/dev/app']);
    const listed = listing?.sessions.filter(({ id }) => id === thread);
    assert.deepEqual(
      listed?.map(({ path, firstUserMessage, parent: from }) => [path, firstUserMessage, from]),
      [[first, 'Prompt one again', undefined]],
    );
    const [all] = await storeOfAll(codexHome('codexThreads')).list('all');
    assert.equal(all?.sessions.length, 4);
  });

  it('is the whole, whichever of the rollouts is opened', async () => {
    const said = await rowsSaid(codexHome('codexThreads'), first);
    assert.deepEqual(said, [
      'branches: Prompt one | ',
      'branches: Prompt one | Prompt one again',
      'user: Prompt one again',
      'assistant: Done.',
    ]);
    for (const path of [second, third]) {
      assert.deepEqual(await rowsSaid(codexHome('codexThreads'), path), said);
      const store = storeOfAll(codexHome('codexThreads'));
      assert.equal(store.summarize(path).path, first);
      const { messages } = await conversationOf(store, path);
      assert.ok(JSON.stringify(messages).includes('Prompt one again'));
      assert.ok(!JSON.stringify(messages).includes('Prompt two'));
    }
  });

  it('counts what was done in each of the rollouts', async () => {
    const files = rollouts(codexHome('codexThreads'), [first, second, third]);
    const apart = await Promise.all(
      files.map((disk, at) => numbersSum(disk, [[first, second, third][at] ?? ''])),
    );
    const { prompts, calls, input } = await numbersSum(codexHome('codexThreads'), [first]);
    assert.deepEqual(
      [prompts, calls, input],
      [
        apart.reduce((sum, each) => sum + each.prompts, 0),
        apart.reduce((sum, each) => sum + each.calls, 0),
        apart.reduce((sum, each) => sum + each.input, 0),
      ],
    );
    assert.equal(input > 0, true);
  });

  it('goes on in an open replay when it is rewound, and when it grows', async () => {
    const whole = codexHome('codexThreads');
    const disk = new MemoryFileSystem();
    disk.put(first, whole.text(first));
    const store = storeOfAll(disk);
    await (store.open(first), store.reader(first)).readAll();
    const before = store.reader(first).state().generation;
    disk.put(second, whole.text(second));
    disk.put(third, whole.text(third).split('\n').slice(0, 12).join('\n'));
    await store.list(['/home/dev/app']);
    store.open(first);
    await store.reader(first).readAll();
    disk.put(third, whole.text(third));
    store.open(first);
    await store.reader(first).readAll();
    const { rows, generation } = store.reader(first).state();
    assert.equal(rows, 4);
    assert.ok(generation >= before);
  });

  it('is one line of work where the parts go on from the whole so far', async () => {
    const disk = codexHome('codexSegments');
    const [listing] = await storeOfAll(disk).list(['/home/dev/app']);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage }) => firstUserMessage),
      ['Dig the canal'],
    );
    const path = listing.sessions[0]?.path ?? '';
    assert.deepEqual(await rowsSaid(disk, path), [
      'user: Dig the canal',
      'assistant: Dug.',
      'user: Flood the canal',
      'assistant: Flooded.',
      'user: Open the lock',
      'assistant: Opened.',
    ]);
    const { input, output, prompts } = await numbersSum(disk, [path]);
    assert.deepEqual({ input, output, prompts }, { input: 2_100, output: 210, prompts: 3 });
  });

  it('shows what there is of it where a part is missing, and says so', async () => {
    const disk = codexHome('codexThreads');
    disk.remove(second);
    disk.remove(first);
    const said = await rowsSaid(disk, third);
    assert.match(said[0] ?? '', /^notice: What was said before is not there/);
    assert.deepEqual(said.slice(1), ['user: Prompt one again', 'assistant: Done.']);
    assert.equal((await numbersSum(disk, [third])).input, 2_100);
  });

  it('goes on behind what there is where a part in the middle is missing, and says so', async () => {
    const disk = codexHome('codexSegments');
    const path = `${home}/.codex/sessions/2026/10/05/rollout-2026-10-05T09-33-56-${dugId}.jsonl`;
    const middle = '019e0012-7000-7000-8000-000000000012';
    const [between, last] = segments;
    disk.remove(between);
    const text = disk.text(last);
    disk.put(last, text.replace(/("history_base": \{"thread_id": ")[^"]*/, `$1${middle}`));
    const said = await rowsSaid(disk, path);
    assert.match(said[2] ?? '', /^notice: What was said before is not there/);
    assert.deepEqual(said.toSpliced(2, 1), [
      'user: Dig the canal',
      'assistant: Dug.',
      'user: Open the lock',
      'assistant: Opened.',
    ]);
    const [listing] = await storeOfAll(disk).list(['/home/dev/app']);
    assert.equal(listing?.sessions[0]?.firstUserMessage, 'Dig the canal');
    // What the missing one left behind itself is not followed.
    const rewound = codexHome('codexThreads');
    rewound.remove(second);
    assert.equal((await rowsSaid(rewound, first))[0], 'branches: Prompt one | Prompt one again');
  });

  it('has its parts in the order in which they were begun, whatever the clock said', async () => {
    const disk = codexHome('codexSegments');
    for (const path of segments) {
      const later = path.includes('_019e0013');
      disk.put(path.replace(/T09-4\d/, later ? 'T07-00' : 'T08-00'), disk.text(path));
      disk.remove(path);
    }
    const [listing] = await storeOfAll(disk).list(['/home/dev/app']);
    assert.deepEqual(
      (await rowsSaid(disk, listing?.sessions[0]?.path ?? '')).filter((row) =>
        row.startsWith('user'),
      ),
      ['user: Dig the canal', 'user: Flood the canal', 'user: Open the lock'],
    );
  });

  it('ends where its parts name each other', async () => {
    const disk = codexHome('codexThreads');
    const text = disk.text(second);
    disk.put(
      second,
      text.replace(
        '"history_mode"',
        '"history_base":{"thread_id":"01a213d4-b31e-7ff3-bbc5-241c84322780","end_ordinal_exclusive":9},"history_mode"',
      ),
    );
    assert.ok((await rowsSaid(disk, first)).includes('user: Prompt one again'));
    await storeOfAll(disk).list(['/home/dev/app']);
  });
});

describe('a fork of Codex', () => {
  it('has the history of its parent, wherever that lies, and its own work alone', async () => {
    const disk = codexHome('codexThreads');
    assert.deepEqual(await rowsSaid(disk, fork), [
      'user: Make c',
      'assistant: I make it.',
      'shell',
      'assistant: Second answer.',
      'user: Second prompt',
      'assistant: Answer in the fork.',
      'fork',
      'user: In the fork now',
      'assistant: More.',
    ]);
    const { input, cacheRead, prompts, calls } = await numbersSum(disk, [fork]);
    assert.deepEqual(
      { input, cacheRead, prompts, calls },
      { input: 1_300, cacheRead: 200, prompts: 1, calls: 0 },
    );
    const both = await numbersSum(disk, [fork, parent]);
    assert.deepEqual([both.input, both.prompts, both.calls], [1_300 + 3_200, 3, 1]);
    assert.equal((await usage(disk, fork))?.input, 1_300);
    assert.equal(storeOfAll(disk).summarize(fork).id, '01a213d2-096b-7ba1-932f-9d58afd4e947');
  });

  it('says that its parent is missing, and knows its own tokens all the same', async () => {
    const disk = codexHome('codexThreads');
    disk.remove(parent);
    const said = await rowsSaid(disk, fork);
    assert.match(said[1] ?? '', /^notice: What was said before is not there/);
    assert.ok(said.includes('user: In the fork now'));
    assert.equal((await numbersSum(disk, [fork])).input, 1_300);
    assert.equal((await usage(disk, fork))?.input, 1_300);
  });

  it('stays as it is while its parent grows', async () => {
    const disk = codexHome('codexThreads');
    const store = storeOfAll(disk);
    store.open(fork);
    await store.reader(fork).readAll();
    disk.append(parent, `${disk.text(parent).split('\n').at(-2) ?? ''}\n`);
    const { generation, rows } = store.open(fork);
    assert.deepEqual([generation, rows], [store.reader(fork).state().generation, 9]);
  });

  it('that copied its parent counts its own work alone', async () => {
    const disk = codexHome('codexForkCopy');
    const [a = '', b = ''] = pathsOf(disk, '019e0001', '019e0002');
    const { input, output, prompts } = await numbersSum(disk, [b, a]);
    assert.deepEqual({ input, output, prompts }, { input: 1_500, output: 150, prompts: 2 });
    assert.equal((await usage(disk, b))?.input, 500);
    assert.deepEqual(await rowsSaid(disk, b), [
      'fork',
      'user: Chart the reef',
      'assistant: Charted.',
      'user: Now the bay',
      'assistant: Bay charted.',
    ]);
  });

  it('that copied its parent is told by the times of turns, too', async () => {
    const disk = codexHome('codexForkCopy');
    const [a = '', b = ''] = pathsOf(disk, '019e0001', '019e0002');
    disk.put(
      b,
      disk
        .text(b)
        .replace('"t4"', '"019e0001-7001-7000-8000-000000000001"')
        .replace('"t10"', '"019e0002-7001-7000-8000-000000000001"'),
    );
    disk.remove(a);
    assert.deepEqual(
      [(await numbersSum(disk, [b])).input, (await numbersSum(disk, [b])).prompts],
      [500, 1],
    );
  });
});

describe('a sub-agent of Codex', () => {
  it('does not show or count what it copied from its parent', async () => {
    const disk = codexHome('codexSubAgentCopy');
    const [a = '', b = ''] = pathsOf(disk, '019e0091', '019e0092');
    assert.deepEqual(await rowsSaid(disk, b), [
      'fork',
      'user: Survey the north',
      'assistant: North surveyed.',
    ]);
    const { input, output, prompts } = await numbersSum(disk, [a]);
    assert.deepEqual({ input, output, prompts }, { input: 63_000, output: 6_300, prompts: 2 });
    assert.equal((await usage(disk, b))?.input, 3_000);
  });

  it('says where its own records begin', async () => {
    const disk = codexHome('codexSubAgentCopy');
    const [, b = ''] = pathsOf(disk, '019e0091', '019e0092');
    disk.put(
      b,
      disk
        .text(b)
        .replace('"thread_source"', '"subagent_history_start_ordinal": 10, "thread_source"'),
    );
    assert.equal((await rowsSaid(disk, b)).length, 3);
    assert.equal((await usage(disk, b))?.input, 3_000);
  });
});

function rollouts(disk: MemoryFileSystem, paths: readonly string[]): readonly MemoryFileSystem[] {
  return paths.map((path) => {
    const alone = new MemoryFileSystem();
    alone.put(path, disk.text(path));
    return alone;
  });
}

function pathsOf(disk: MemoryFileSystem, ...ids: readonly string[]): readonly string[] {
  return ids.map(
    (id) =>
      `${home}/.codex/sessions/2026/10/05/rollout-2026-10-05T10-00-00-${id}-7000-7000-8000-0000000000${id.slice(-2)}.jsonl`,
  );
}

async function usage(disk: MemoryFileSystem, path: string) {
  const used = await sessionUsage(storeOfAll(disk).sessionAt(path), new Pacer(undefined));
  return used?.usage;
}
