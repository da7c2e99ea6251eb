import assert from 'node:assert/strict';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { projectFolderOf } from '#agents/claude/places.ts';
import { home, keenStore, project } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const log = `${home}/.claude/history.jsonl`;
const idOf = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const time = Date.UTC(2026, 9, 1, 12);
const minute = 60_000;

describe('what is left of deleted sessions of Claude Code', () => {
  let disk: MemoryFileSystem;
  let lines: string[];
  beforeEach(() => {
    disk = new MemoryFileSystem();
    lines = [];
  });

  const prompt = (id: string, display: string, at: number, more = {}) => {
    const line = { display, pastedContents: {}, timestamp: at, project, sessionId: id, ...more };
    lines.push(JSON.stringify(line));
    disk.put(log, lines.map((each) => `${each}\n`).join(''), at);
  };
  const put = (id: string, root = `${home}/.claude/projects`, cwd = project) => {
    const record = {
      type: 'user',
      uuid: '1',
      sessionId: id,
      cwd,
      timestamp: '2026-10-01T12:00:00Z',
    };
    const message = { role: 'user', content: 'Hello' };
    disk.put(
      `${root}/${projectFolderOf(cwd)}/${id}.jsonl`,
      `${JSON.stringify({ ...record, message })}\n`,
    );
  };
  const storeNow = () =>
    keenStore(disk, {
      adapters: [claudeAdapter],
      environment: { home, platform: 'posix', variables: {} },
      kept: '/kept',
    });
  const listed = async (withTraces = true, store = storeNow()) => {
    const [listing] = await store.list([project], undefined, undefined, withTraces);
    assert.deepEqual([listing?.failures, listing?.others], [[], []]);
    return listing?.sessions ?? [];
  };

  it('is listed with its prompts, dates and folder, for those who want it', async () => {
    prompt(idOf(1), 'Fix the parser', time);
    prompt(idOf(2), 'Elsewhere', time, { project: '/home/ann/other' });
    prompt(idOf(1), 'And now?', time + minute);
    assert.deepEqual(await listed(false), []);
    const [session, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.deepEqual(session, {
      agent: 'claude',
      id: idOf(1),
      path: `${log}/${idOf(1)}`,
      cwd: project,
      createdAt: time,
      updatedAt: time + minute,
      firstUserMessage: 'Fix the parser',
      size: [0, 2].reduce((sum, at) => sum + (lines[at]?.length ?? 0), 0),
      promptsLeft: 2,
    });
  });

  it('is not listed if the session is there, or a copy, in whatever folder', async () => {
    for (const digit of [1, 2, 3, 4]) {
      prompt(idOf(digit), 'Hello', time);
    }
    put(idOf(1));
    put(idOf(2), '/kept/claude');
    put(idOf(3), `${home}/.claude/projects`, '/home/ann/other');
    const sessions = await listed();
    assert.deepEqual(sessions.map(({ id, promptsLeft }) => [id, promptsLeft]).sort(), [
      [idOf(1), undefined],
      [idOf(2), undefined],
      [idOf(4), 1],
    ]);
  });

  it('is no bare command, nothing of a moment ago, and no line without a session', async () => {
    prompt(idOf(1), '/exit ', time);
    prompt(idOf(2), 'Hello', Date.now() - minute);
    prompt('x', 'Hello', time);
    lines.push('{"display":"torn', '[]');
    prompt(idOf(3), '/review 12', time, { timestamp: 'yesterday' });
    assert.deepEqual(await listed(), []);
    disk = new MemoryFileSystem();
    assert.deepEqual(await listed(), []);
  });

  it('goes when the session comes back, and follows the log', async () => {
    const store = storeNow();
    prompt(idOf(1), 'Hello', time);
    const [first] = await listed(true, store);
    prompt(idOf(2), 'More', time + minute);
    const [second, again] = await listed(true, store);
    assert.deepEqual([second?.id, again], [idOf(2), first]);
    put(idOf(2));
    assert.deepEqual(
      (await listed(true, store)).map(({ promptsLeft }) => promptsLeft),
      [1, undefined],
    );
  });

  it('opens as a replay of the prompts, with what was pasted', async () => {
    const mark = '[Pasted text #1 +2 lines]';
    prompt(idOf(1), `Look: ${mark}.`, time, {
      pastedContents: { 1: { id: 1, type: 'text', content: 'one\ntwo' } },
    });
    const hashed = { pastedContents: { 1: { id: 1, type: 'text', contentHash: 'abc123' } } };
    prompt(idOf(1), `And ${mark}`, time + minute, hashed);
    prompt(idOf(2), mark, time, { pastedContents: { 1: { contentHash: '../../secret' } } });
    disk.put(`${home}/.claude/paste-cache/abc123.txt`, 'three');
    const store = storeNow();
    const textsOf = async (id: string) => {
      const reader = await store.whole(`${log}/${id}`);
      const { rows } = reader.rows('all', 0, 10);
      return rows.map((row) => (row.kind === 'user' ? [row.text.text, row.time] : row.kind));
    };
    assert.deepEqual(await textsOf(idOf(1)), [
      'notice',
      ['Look: one\ntwo.', time],
      ['And three', time + minute],
    ]);
    assert.deepEqual(await textsOf(idOf(2)), ['notice', [mark, time]]);
    const found = store.sourceAt(`${log}/${idOf(1)}`).stat();
    assert.equal(found.ok && found.value.mtimeMs, time + minute);
  });
});
