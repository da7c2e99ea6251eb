import assert from 'node:assert/strict';
import type { SearchPart, SessionsSearch } from '#protocol/search.ts';
import { parseSearchLine } from '#core/search/searchLine.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { keenStore, line, logPath, startLine, turnLine, userLine } from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';

const plain = { matchCase: false, wholeWord: false, regex: false };

async function found(
  store: SessionStore,
  query: string,
  options: Partial<SessionsSearch> & Pick<SessionsSearch, 'paths'>,
) {
  const parts: SearchPart[] = [];
  const search = {
    text: { query, ...plain },
    rows: '',
    most: Infinity,
    mostOfSession: Infinity,
    ...options,
  };
  const end = await searchSessions(store, search, (part) => {
    parts.push(part);
    return Promise.resolve();
  });
  return { end, parts, sessions: parts.flatMap(({ sessions }) => sessions) };
}

function sessionsOf(logs: Readonly<Record<string, string>>) {
  const disk = new MemoryFileSystem();
  for (const [id, content] of Object.entries(logs)) {
    disk.put(logPath(id), startLine(id) + content);
  }
  return { disk, store: keenStore(disk), paths: Object.keys(logs).map((id) => logPath(id)) };
}

describe('searching sessions', () => {
  it('gives the hits of each session with the line around them, in the order of the sessions', async () => {
    const output = `one\n   two \u001b[31mNeedle\u001b[0m and\u200b needle\nthree`;
    const { store, paths } = sessionsOf({
      a: userLine(2, 'Where is the needle?') + turnLine(3, 'Nowhere'),
      b: userLine(2, 'Nothing here'),
      c: turnLine(2, 'Done', [{ kind: 'tool_end', tool_end: { name: 'grep', output } }]),
    });
    const { end, sessions } = await found(store, 'needle', { paths });
    assert.deepEqual(end, { looked: 3, unread: 0 });
    assert.deepEqual(
      sessions.map(({ path, rows }) => [path, rows]),
      [
        [logPath('a'), 1],
        [logPath('c'), 1],
      ],
    );
    const hits = sessions.map(({ hits: [hit] }) => hit);
    assert.deepEqual(hits[0]?.pieces, ['Where is the ', 'needle', '?']);
    assert.equal(hits[0].in, 'prompts');
    assert.deepEqual(hits[1]?.pieces, ['two ', 'Needle', ' and ', 'needle', '']);
    assert.deepEqual(
      [hits[1].kind, hits[1].tool, hits[1].in, hits[1].matches],
      ['tool', 'grep', 'output', 2],
    );
  });

  it('parses no session whose bytes cannot say it', async () => {
    const { disk, store, paths } = sessionsOf({
      a: userLine(2, 'Something else').repeat(1_000),
      b: userLine(2, 'the needle'),
    });
    const before = disk.work.opened;
    const { sessions } = await found(store, 'NEEDLE', { paths: paths.slice(0, 1) });
    assert.deepEqual([sessions.length, disk.work.opened - before], [0, 1]);
  });

  it('finds across escapes and in any writer’s spelling', async () => {
    const escaped = (text: string) => userLine(2, '@').replace('@', () => text);
    const { store, paths } = sessionsOf({
      a: escaped('src\\/main.ts says \\u00dcber \\ud83d\\ude00 caf\\u00E9'),
      b: escaped('src/main.ts says Über 😀 CAFÉ'),
    });
    for (const query of ['src/main', 'says über', '😀', 'über 😀', 'café', 'É']) {
      const { sessions } = await found(store, query, { paths });
      assert.equal(sessions.length, 2, query);
    }
  });

  it('takes a long string of base64 for an image, and finds what is beside it', async () => {
    const blob = 'QUJD'.repeat(2_000);
    const { store, paths, disk } = sessionsOf({
      a: line({ seq: 2, kind: 'user_message', user_message: { content: `${blob}needle${blob}` } }),
      b: userLine(2, `${blob} needle ${blob}é`),
    });
    const before = disk.work.opened;
    const { sessions } = await found(store, 'needle', { paths: paths.slice(0, 1) });
    assert.deepEqual([sessions.length, disk.work.opened - before], [0, 1]);
    assert.equal((await found(store, 'needle', { paths })).sessions.length, 1);
    assert.equal((await found(store, 'é', { paths })).sessions.length, 1);
  });

  it('passes rows by a filter and texts by their kind', async () => {
    const { store, paths } = sessionsOf({
      a:
        userLine(2, 'needle') +
        turnLine(3, 'needle', [
          { kind: 'tool_end', tool_end: { name: 'grep', input: { q: 'needle' }, output: 'none' } },
          { kind: 'tool_end', tool_end: { name: 'read', input: { q: 'x' }, output: 'needle' } },
        ]),
    });
    const kindsOf = async (query: string, filter: string) => {
      const { rows, texts, problem } = parseSearchLine(filter, ['keen']);
      assert.equal(problem, undefined);
      const { sessions } = await found(store, query, { paths, rows, texts });
      return sessions.flatMap(({ hits }) => hits.map(({ kind, tool }) => tool ?? kind));
    };
    assert.deepEqual(await kindsOf('needle', ''), ['user', 'grep', 'read', 'assistant']);
    assert.deepEqual(await kindsOf('needle', 'tool:grep'), ['grep']);
    assert.deepEqual(await kindsOf('needle', 'in:prompts,output'), ['user', 'read']);
    assert.deepEqual(await kindsOf('needle', '-in:input kind:tool'), ['read']);
    assert.deepEqual(await kindsOf('', 'kind:tool'), ['grep', 'read']);
  });

  it('ends after so many hits, and says how far it came', async () => {
    const many = userLine(2, 'needle').repeat(10);
    const { store, paths } = sessionsOf({ a: many, b: many, c: many });
    const { end, sessions } = await found(store, 'needle', { paths, most: 15, mostOfSession: 3 });
    assert.equal(end.looked, 2);
    assert.deepEqual(
      sessions.map(({ rows, hits }) => [rows, hits.length]),
      [
        [10, 3],
        [10, 3],
      ],
    );
  });

  it('goes on after a session that is gone, and refuses what is no expression', async () => {
    const { store, paths, disk } = sessionsOf({ a: userLine(2, 'x'), b: userLine(2, 'needle') });
    store.summarize(logPath('a'));
    disk.remove(logPath('a'));
    const { end, sessions } = await found(store, 'needle', { paths });
    assert.deepEqual([end.unread, sessions.length], [1, 1]);
    const text = { query: '(', ...plain, regex: true };
    const { refusal } = (await found(store, '(', { paths, text })).end;
    assert.match(refusal ?? '', /invalid/);
  });

  it('goes on after a session that a bug cannot read, and reports the bug', async () => {
    const faults: unknown[] = [];
    const { disk, paths } = sessionsOf({ a: userLine(2, 'needle'), b: userLine(2, 'needle') });
    const store = keenStore(disk, { onFault: (fault) => faults.push(fault) });
    const { sourceAt } = store;
    store.sourceAt = (path) => {
      if (path === logPath('a')) {
        throw new RangeError('Invalid array length');
      }
      return sourceAt.call(store, path);
    };
    const { end, sessions } = await found(store, 'needle', { paths });
    assert.deepEqual([end.looked, end.unread, sessions.length], [2, 1, 1]);
    assert.deepEqual(faults.map(String), [`Error: ${logPath('a')}: Invalid array length`]);
  });

  it('stops when nobody waits any more', async () => {
    const { store, paths } = sessionsOf({ a: userLine(2, 'needle'), b: userLine(2, 'needle') });
    const abort = new AbortController();
    const search = {
      text: { query: 'needle', ...plain },
      rows: '',
      paths,
      most: 9,
      mostOfSession: 9,
    };
    let parts = 0;
    const done = searchSessions(
      store,
      search,
      () => {
        parts += 1;
        abort.abort();
        return Promise.resolve();
      },
      abort.signal,
    );
    await assert.rejects(done, { name: 'AbortError' });
    assert.equal(parts, 1);
  });
});

describe('the line of a search', () => {
  const session = {
    agent: 'keen',
    createdAt: Date.UTC(2026, 0, 10),
    updatedAt: Date.UTC(2026, 0, 20),
    expiresAt: Date.now() + 70 * 60 * 60 * 1_000,
    marks: { tags: ['Bug', 'later'] },
  };
  const isWanted = (text: string) => parseSearchLine(text, ['keen', 'pi']).isWanted(session);

  it('chooses sessions by agent and time', () => {
    assert.ok(isWanted('agent:keen') && isWanted('agent:pi,keen') && isWanted('-agent:pi'));
    assert.ok(!isWanted('agent:pi') && !isWanted('-agent:keen') && !isWanted('agent:!keen'));
    assert.ok(isWanted('after:2026-01-15') && isWanted('before:2026-01-15'));
    assert.ok(!isWanted('after:2026-02-01') && !isWanted('before:2026-01-02'));
  });

  it('chooses sessions by tag', () => {
    assert.ok(isWanted('tag:bug') && isWanted('tag:#later') && isWanted('tag:bug tag:later'));
    assert.ok(!isWanted('tag:big') && !isWanted('-tag:bug') && !isWanted('tag:bug tag:x'));
    assert.ok(isWanted('tag:') && isWanted('tag:x,bug') && isWanted('-tag:x'));
  });

  it('chooses sessions by when their agents delete them', () => {
    assert.ok(isWanted('expires:3d') && isWanted('expires:1w') && isWanted('expires:2d,72h'));
    assert.ok(!isWanted('expires:2d') && !isWanted('-expires:3d') && isWanted('-expires:2d'));
    const never = { agent: 'keen', createdAt: 0, updatedAt: 0 };
    const isNever = (text: string) => parseSearchLine(text, ['keen']).isWanted(never);
    assert.ok(!isNever('expires:90d') && isNever('-expires:90d') && isNever('expires:'));
  });

  it('says what it cannot use', () => {
    const problem = (text: string) => parseSearchLine(text, ['keen']).problem;
    assert.equal(problem('agent:x'), 'There is no agent “x”.');
    assert.match(problem('in:x') ?? '', /^There is no text “x”\. Available texts: prompts, /);
    assert.match(
      problem('nothing') ?? '',
      /^There is no filter “nothing”\. Available filters: in, agent, /,
    );
    assert.match(problem('before:x') ?? '', /is not a date/);
    assert.match(problem('expires:soon') ?? '', /is not a period of time/);
    assert.equal(problem('agent: tool:read is:error -kind:user'), undefined);
  });
});
