import { OpenSearches } from '#store/search/openSearches.ts';
import assert from 'node:assert/strict';
import { endPrintBytes, headPrintBytes } from '#store/sources/log/logReading.ts';
import { logPath, project, session, startLine, turnLine, userLine } from '../support/keenStore.ts';
import { opened } from '../support/openedSession.ts';

const path = logPath('a');
const anyCase = { matchCase: false, wholeWord: false, regex: false };
const findQuery = { query: 'Done', filter: 'all', ...anyCase } as const;

describe('an open session', () => {
  it('reports its facts', () => {
    const { state, disk } = opened(session('a'));
    assert.deepEqual(state, {
      agent: 'keen',
      agentLabel: 'Keen Code',
      generation: 1,
      complete: true,
      rows: 2,
      kinds: { user: 1, assistant: 1 },
      trouble: 0,
      lastRow: '3.0',
      messages: 2,
      problems: { lost: 0, odd: 0 },
      title: 'Message of a',
      sessionId: 'a',
      path,
      cwd: project,
      createdAt: Date.UTC(2026, 6, 20, 9, 15, 4),
      updatedAt: state.updatedAt,
      size: session('a').length,
      branch: undefined,
    });
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('gives rows, messages and problems by range', () => {
    const { reader } = opened(`${session('a')}garbage\n`);
    const page = reader.rows('all', 1, 2);
    assert.deepEqual([page.start, page.total, page.generation], [1, 3, 1]);
    assert.deepEqual(
      page.rows.map(({ kind }) => kind),
      ['assistant', 'problem'],
    );
    const messages = reader.messages(1, 5);
    assert.equal(messages.total, 2);
    assert.deepEqual(messages.messages, [
      { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
    ]);
    const problems = reader.problems(0, 10);
    assert.deepEqual([problems.total, problems.problems[0]?.code], [1, 'notAnObject']);
    assert.deepEqual(reader.rows('all', 3, 10).rows, []);
  });

  it('gives the rows that pass a filter and finds their places', () => {
    const tool = { kind: 'tool_end', tool_end: { name: 'grep', input: { pattern: 'x' } } };
    const { reader } = opened(session('a') + userLine(4, 'Look') + turnLine(5, 'Seen.', [tool]));
    const { rows, total } = reader.rows('prompts', 0, 10);
    assert.deepEqual(
      rows.map(({ id, kind }) => [id, kind]),
      [
        ['2.0', 'user'],
        ['4.0', 'user'],
      ],
    );
    assert.equal(total, 2);
    assert.deepEqual(reader.rows('trouble', 0, 10).rows, []);
    assert.deepEqual(reader.locate('all', '5.0'), { index: 3 });
    assert.deepEqual(reader.locate('prompts', '4.0'), { index: 1 });
    // Row 5.1 is an answer, which this filter hides: the nearest earlier row is shown.
    assert.deepEqual(reader.locate('prompts', '5.1'), { index: 1 });
    assert.deepEqual(reader.locate('prompts', 'nonsense'), { index: 0 });
    assert.deepEqual(reader.locate('all', '999.0'), { index: 4 });
  });

  it('locates rows in a line that starts with problems', () => {
    // seq 9 skips a number, so its line starts with a problem row.
    const { reader } = opened(session('a') + turnLine(9, 'After the gap'));
    assert.deepEqual(
      reader.rows('all', 2, 2).rows.map(({ id }) => id),
      ['4.p0', '4.0'],
    );
    assert.deepEqual(reader.locate('all', '4.0'), { index: 3 });
    assert.deepEqual(reader.locate('all', '4.p0'), { index: 2 });
  });

  it('cuts long texts for the page and gives them whole on request', () => {
    const text = 'long line\n'.repeat(10_000);
    const { reader } = opened(session('a', { text }));
    const [row] = reader.rows('all', 0, 1).rows;
    assert.ok(row?.kind === 'user' && row.text.text.length < text.length);
    assert.equal(row.text.length, text.length);
    assert.equal(reader.text(row.id, 'text'), text);
    assert.equal(reader.text(row.id, 'output'), undefined);
    assert.equal(reader.text('77.0', 'text'), undefined);
  });

  it('gives output for an editor as a terminal would show it', () => {
    const output = '\u001b[32m10%\r100%\u001b[0m\nok';
    const { reader } = opened(
      session('a') + turnLine(4, '', [{ kind: 'bash', bash: { command: 'make', output } }]),
    );
    const row = reader.rows('all', 2, 1).rows[0];
    assert.ok(row?.kind === 'shell' && row.output?.text === output);
    assert.equal(reader.text(row.id, 'output'), '100%\nok');
  });

  it('gives a diff whole', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      Kind: 1,
      OldLineNum: 0,
      NewLineNum: index + 1,
      Content: `line ${index}`,
    }));
    const { reader } = opened(
      session('a') + turnLine(4, 'Edited.', [{ kind: 'diff', diff: { lines } }]),
    );
    const diff = reader.diff('4.0');
    assert.equal(diff?.lines.length, 5_000);
    assert.deepEqual(diff.lines[4_999], {
      kind: 'added',
      oldLine: undefined,
      newLine: 5_000,
      text: 'line 4999',
    });
    assert.equal(reader.diff('2.0'), undefined);
  });

  it('is refused before it is opened and after it is closed', () => {
    const { store } = opened(session('a'));
    store.close(path);
    assert.throws(() => store.reader(path), { name: 'UserError', message: `${path} is not open.` });
    assert.throws(() => store.reader(logPath('b')), { name: 'UserError' });
  });
});

describe('an open session that grows', () => {
  it('reads only additions and two small fingerprints', () => {
    const { disk, reader, texts } = opened(session('a') + turnLine(4, 'z'.repeat(300_000)));
    const added = userLine(5, 'New');
    disk.append(path, added);
    disk.resetWork();
    const state = reader.refresh();
    assert.deepEqual([state.rows, state.generation, state.complete], [4, 1, true]);
    assert.equal(disk.work.bytesRead, added.length + headPrintBytes + endPrintBytes);
    assert.deepEqual([disk.work.opened, disk.work.closed], [1, 1]);
    assert.deepEqual(texts().slice(-1), ['New']);
  });

  it('costs one stat when nothing happened', () => {
    const { disk, reader } = opened(session('a'));
    disk.resetWork();
    reader.refresh();
    assert.deepEqual([disk.work.stated, disk.work.opened], [1, 0]);
  });

  it('is not read anew when only its time changed', () => {
    const { disk, reader } = opened(session('a'));
    disk.overwrite(path, session('a'));
    disk.resetWork();
    assert.equal(reader.refresh().generation, 1);
    assert.ok(disk.work.bytesRead <= headPrintBytes + endPrintBytes);
  });

  it('gets a new title once it has more than a command', () => {
    const { disk, reader, state } = opened(startLine('a') + userLine(2, '/mode'));
    assert.equal(state.title, '/mode');
    disk.append(path, userLine(3, 'Port it'));
    assert.equal(reader.refresh().title, 'Port it');
  });

  it('waits for a last line that is being written', () => {
    const { disk, reader, state, texts } = opened(`${session('a')}{"seq":4,"kind":"user_mes`);
    assert.deepEqual([state.rows, state.problems], [2, { lost: 0, odd: 0 }]);
    disk.append(path, 'sage","user_message":{"content":"Whole now"}}');
    assert.equal(reader.refresh().rows, 3);
    assert.deepEqual(texts().slice(-1), ['Whole now']);
    disk.append(path, `\n${userLine(5, 'Next')}`);
    const { rows, problems, generation } = reader.refresh();
    assert.deepEqual([rows, problems, generation], [4, { lost: 0, odd: 0 }, 1]);
    assert.deepEqual(texts().slice(-2), ['Whole now', 'Next']);
  });

  it('waits for it, too, where it looks whole but is not', () => {
    const { state } = opened(`${session('a')}{"seq":4,"kind":"x"}{"seq":5,"kind":"x","a":{}`);
    assert.deepEqual([state.rows, state.problems], [2, { lost: 0, odd: 0 }]);
  });

  it('reads a provisional line again when more came into it', () => {
    const { disk, reader, texts } = opened(session('a') + userLine(4, 'One').trimEnd());
    assert.deepEqual(texts().slice(-1), ['One']);
    disk.append(path, userLine(5, 'Two'));
    assert.equal(reader.refresh().generation, 1);
    assert.deepEqual(texts().slice(-2), ['One', 'Two']);
    assert.equal(reader.state().generation, 1);
  });

  it('keeps places and counts right when a provisional line is taken back', () => {
    const torn = userLine(4, 'Provisional').trimEnd();
    const { disk, reader } = opened(session('a') + torn);
    assert.equal(reader.rows('dialogue', 0, 10).total, 3);
    assert.deepEqual(reader.state().kinds, { user: 2, assistant: 1 });
    // The writer continues within the line: it only looked complete.
    disk.append(path, 'garbage\n');
    const state = reader.refresh();
    assert.deepEqual(state.kinds, { user: 1, assistant: 1, problem: 1 });
    assert.equal(reader.rows('dialogue', 0, 10).total, 2);
    assert.equal(reader.rows('trouble', 0, 10).total, 1);
    assert.equal(state.messages, 2);
  });

  it('joins a call with a result that comes later', () => {
    const started = { name: 'grep', input: { pattern: 'x' } };
    const start = `{"seq":4,"kind":"tool_start","tool_start":${JSON.stringify(started)}}\n`;
    const { disk, reader } = opened(session('a') + start);
    const before = reader.rows('all', 2, 1).rows[0];
    assert.ok(before?.kind === 'tool' && before.state === 'unfinished');
    const ended = { ...started, output: 'found' };
    disk.append(path, `{"seq":5,"kind":"tool_end","tool_end":${JSON.stringify(ended)}}\n`);
    reader.refresh();
    const after = reader.rows('all', 2, 1).rows[0];
    assert.ok(after?.kind === 'tool' && after.state === 'done');
    assert.equal(after.id, before.id);
    assert.equal(reader.state().rows, 3);
  });

  it('takes up a log that was empty when it was opened', () => {
    const { disk, reader, state } = opened('');
    assert.deepEqual([state.rows, state.complete, state.sessionId], [0, true, 'a']);
    disk.append(path, session('from-log'));
    const { rows, sessionId, title } = reader.refresh();
    assert.deepEqual([rows, sessionId, title], [2, 'from-log', 'Message of from-log']);
  });
});

describe('an open session that is replaced', () => {
  it('by rename is a new generation, read anew', () => {
    const { disk, reader, texts } = opened(session('a'));
    assert.deepEqual(texts(), ['Message of a', 'Done.']);
    disk.put(path, session('a', { text: 'Other' }) + userLine(4, 'More'));
    const { generation, rows, title } = reader.refresh();
    assert.deepEqual([generation, rows, title], [2, 3, 'Other']);
    assert.deepEqual(texts(), ['Other', 'Done.', 'More']);
  });

  it('by a shorter log in its place is one, too', () => {
    const { disk, reader, texts } = opened(session('a') + userLine(4, 'More'));
    disk.overwrite(path, startLine('a') + userLine(2, 'Short'));
    assert.equal(reader.refresh().generation, 2);
    assert.deepEqual(texts(), ['Short']);
  });

  it('by a longer log in its place that starts differently is one, too', () => {
    const { disk, reader, texts } = opened(session('a'));
    disk.overwrite(path, session('b', { text: 'Longer than it was before' }));
    assert.equal(reader.refresh().generation, 2);
    assert.deepEqual(texts(), ['Longer than it was before', 'Done.']);
  });

  it('by a longer log that differs only later is one, too', () => {
    const common = startLine('a') + userLine(2, 'm'.repeat(2 * headPrintBytes));
    const { disk, reader } = opened(common + userLine(3, 'One'));
    disk.overwrite(path, common + userLine(3, 'Two') + userLine(4, 'Three'));
    assert.equal(reader.refresh().generation, 2);
  });

  it('by a longer log that differs only at the start is one, too', () => {
    const common = turnLine(3, 'm'.repeat(2 * headPrintBytes));
    const { disk, reader } = opened(startLine('a') + userLine(2, 'One') + common);
    disk.overwrite(path, startLine('a') + userLine(2, 'Two') + common + userLine(4, 'More'));
    assert.equal(reader.refresh().generation, 2);
  });

  it('by rename of a copy with more lines is one, too, as Keen compacts', () => {
    const { disk, reader, texts } = opened(session('a'));
    disk.put(path, session('a') + userLine(4, 'More'));
    assert.equal(reader.refresh().generation, 2);
    assert.deepEqual(texts(), ['Message of a', 'Done.', 'More']);
  });

  it('between two looks is noticed by whoever reads, and told', () => {
    const { disk, reader, notices, texts } = opened(session('a'));
    // Every line has the same length as before, so only the file's identity differs.
    disk.put(path, session('b'));
    assert.deepEqual(texts(), ['Message of b', 'Done.']);
    assert.equal(disk.work.opened, disk.work.closed);
    assert.deepEqual(
      notices.map(({ generation }) => generation),
      [2],
    );
    assert.equal(reader.messages(0, 1).generation, 2);
  });

  it('whenever it is searched is searched no more than twice', async () => {
    const { disk, store } = opened(session('a'));
    const searches = new OpenSearches();
    const find = () => searches.find(store.reader(path), findQuery, 0);
    assert.equal((await find()).complete, true);
    disk.beforeRead = () => {
      disk.put(path, session('a'));
    };
    assert.deepEqual(await find(), { rows: [], counts: [], complete: false });
    await assert.rejects(find(), /changes too fast to be read/);
    disk.beforeRead = undefined;
    // What was indexed is gone; the page asks again.
    assert.equal((await find()).complete, false);
    assert.equal((await find()).complete, true);
  });

  it('or deleted fails with a sentence and keeps its index', () => {
    const { disk, reader, texts } = opened(session('a'));
    texts();
    disk.remove(path);
    assert.throws(() => reader.refresh(), {
      name: 'UserError',
      message: `${path} no longer exists: the session was deleted or moved.`,
    });
    assert.equal(reader.state().rows, 2);
    assert.deepEqual(texts(), ['Message of a', 'Done.']);
    assert.equal(disk.work.opened, disk.work.closed);
    disk.put(path, session('a', { text: 'Back' }));
    assert.equal(reader.refresh().generation, 2);
  });

  it('or made unreadable fails with a sentence', () => {
    const { disk, reader } = opened(session('a'));
    disk.fail(path, 'noAccess');
    assert.throws(() => reader.refresh(), /permissions do not allow it/);
    assert.throws(() => reader.rows('all', 0, 10), /permissions do not allow it/);
  });
});
