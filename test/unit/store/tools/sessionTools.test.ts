import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordNote } from '#store/tools/answerText.ts';
import { usualBytes } from '#protocol/toolCall.ts';
import { claudePath, claudeSession } from '../support/agentLogs.ts';
import {
  compactionLine,
  logPath,
  session,
  startLine,
  turnLine,
  userLine,
} from '../support/keenStore.ts';
import { edit, tools } from '../support/sessionTools.ts';
import { runs } from '../../../support/full.ts';

describe('a tool for models', () => {
  it('refuses what it does not know, with the schema that it wants', async () => {
    const { call } = tools({});
    await assert.rejects(call('delete_session', {}), /no tool “delete_session”.*find_sessions/s);
    for (const input of [undefined, 'x', { session: '' }, { session: 'a', form: 1 }, { from: 1 }]) {
      await assert.rejects(call('read_session', input), /does not fit its schema: \{"type"/);
    }
    await assert.rejects(call('find_sessions', { limit: 1_000 }), { name: 'UserError' });
  });

  it('stops when it is cancelled', async () => {
    const { call } = tools({ [logPath('a')]: session('a') });
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(call('find_sessions', {}, { signal: controller.signal }), {
      name: 'AbortError',
    });
  });

  it('never gives more than it may, whatever is asked', async () => {
    const { call } = tools(manySessions());
    const inputs: readonly (readonly [string, object])[] = [
      ['find_sessions', { limit: 100 }],
      ['read_session', { session: 'long', part: 'summary' }],
      ['read_session', { session: 'long', part: 'transcript', count: 200 }],
      ['read_session', { session: 'long', part: 'transcript', from: 2, count: 1 }],
      ['read_session', { session: 'long', part: 'conversation' }],
      ['sessions_of_file', { path: 'src/a.ts', limit: 100 }],
    ];
    for (const maxBytes of [1_500, 5_000, usualBytes]) {
      for (const [name, input] of inputs) {
        const text = await call(name, input, { maxBytes });
        const bytes = Buffer.byteLength(text);
        assert.ok(bytes <= maxBytes, `${name} ${maxBytes}: ${bytes}`);
        assert.doesNotMatch(text, /\ufffd/);
      }
    }
  });
});

describe('sessions are found', () => {
  it('newest first, with agent, date, ID and a link', async () => {
    const { call } = tools({
      [logPath('aaaa1')]: session('aaaa1', { text: 'Fix the parser' }),
      [claudePath('c')]: claudeSession('c', { text: 'Draw the chart' }),
    });
    const text = await call('find_sessions', {});
    assert.equal(
      text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME'),
      [
        recordNote,
        'Sessions, newest first: 2.',
        '1. “Begin” · Claude Code · TIME · ID `63000000-0000-0000-0000-000000000000` · vscode://a.b/open?agent=claude&session=63000000-0000-0000-0000-000000000000',
        '2. “Fix the parser” · Keen Code · TIME · ID `aaaa1` · vscode://a.b/open?agent=keen&session=aaaa1',
      ].join('\n\n'),
    );
  });

  it('by words, by ID and by agent', async () => {
    const { call } = tools({
      [logPath('aaaa1')]: session('aaaa1', { text: 'Fix the parser' }),
      [logPath('bbbb2')]: session('bbbb2', { text: 'Fix the chart' }),
      [claudePath('c')]: claudeSession('c'),
    });
    const idsOf = async (input: object) =>
      [...(await call('find_sessions', input)).matchAll(/ID `([^`]+)`/g)].map(([, id]) => id);
    assert.deepEqual(await idsOf({ query: 'parser fix' }), ['aaaa1']);
    assert.deepEqual(await idsOf({ query: 'bbbb' }), ['bbbb2']);
    assert.equal((await idsOf({ agent: 'claude code' })).length, 1);
    assert.equal((await idsOf({ limit: 2 })).length, 2);
    assert.match(await call('find_sessions', { limit: 2 }), /Not listed: 1 older ones\./);
    assert.match(await call('find_sessions', { query: 'nothing' }), /No session matches\./);
    await assert.rejects(call('find_sessions', { agent: 'nobody' }), /There are Keen Code, fen/);
  });

  it('by what was said in them where no title has it, with links to the rows', async () => {
    const { call } = tools({
      [logPath('aaaa1')]:
        `${session('aaaa1', { text: 'Fix it' })}${userLine(3, 'And “the parser”?')}`,
      [logPath('bbbb2')]: session('bbbb2', { text: 'Fix the chart' }),
    });
    const text = await call('find_sessions', { query: 'THE parser' });
    assert.match(text, /^No title has this, but these sessions do, newest first: 1\./m);
    assert.match(text, /\n1\. “Fix it” · Keen Code/);
    assert.match(text, /\n {3}- user.*: “And "the parser"\?” · \S*session=aaaa1&row=\d+\.\d+$/);
    assert.doesNotMatch(text, /bbbb2/);
  });

  it('by what was said, as many as there is room for, with what is left and what could not be read', async () => {
    const said = (id: string) => session(id, { text: 'Begin' }) + userLine(3, `parser ${id}`);
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [logPath(`said${at}`), said(`said${at}`)]),
    );
    const { call, disk } = tools({ ...files, [logPath('locked')]: session('locked') });
    disk.fail(logPath('locked'), 'noAccess');
    const text = await call('find_sessions', { query: 'parser' }, { maxBytes: 2_500 });
    const listed = text.match(/^\d+\. /gm)?.length ?? 0;
    assert.ok(listed > 1 && listed < 12, String(listed));
    assert.match(text, /these sessions do, newest first: 12\./);
    assert.match(text, new RegExp(`^Not listed: ${12 - listed} older ones\\.$`, 'm'));
    assert.match(text, /^Could not be read: 1\. /m);
  });

  it('only in the folder', async () => {
    const { call } = tools({
      [logPath('a')]: session('a'),
      [logPath('other', '/home/ann/other')]: session('other', { cwd: '/home/ann/other' }),
    });
    assert.doesNotMatch(await call('find_sessions', {}), /other/);
    for (const name of ['other', 'vscode://a.b/open?agent=keen&session=other', '/etc/passwd']) {
      await assert.rejects(call('read_session', { session: name }), /This folder has no session/);
    }
    const none = await call('find_sessions', {}, { folders: ['/nowhere'] });
    assert.equal(none, `${recordNote}\n\nThis folder has no sessions of a supported agent.`);
  });
});

describe('a session is read', () => {
  const content =
    startLine('aaaa1') +
    userLine(2, 'Fix the parser') +
    turnLine(3, 'I fixed it.', edit('src/a.ts', 'new')) +
    userLine(4, 'And the chart?') +
    turnLine(5, 'Drawn.');

  it('as a summary: facts, changed files, the last answer, prompts', async () => {
    const { call } = tools({ [logPath('aaaa1')]: content });
    const text = await call('read_session', { session: 'aaaa' });
    assert.match(text, /^Session “Fix the parser” · Keen Code · /m);
    assert.match(text, /, 2 prompts, \d tool calls?s?, 0 compactions; \d messages for the model\./);
    assert.match(text, /Of the calls, 0 are commands; 0 failed, 0 were declined\./);
    assert.match(text, /^- “src\/a\.ts” \+1 −1$/m);
    assert.match(text, /^Last answer, row \d+ · vscode:.*\n\n> Drawn\.$/m);
    assert.match(text, /^Prompt 1: “Fix the parser” · row 1 .*&row=2\.0$/m);
    assert.match(text, /^Prompt 2: “And the chart\?” · row \d/m);
    assert.match(text, /These are prompts 1 to 2 of 2\.$/);
    const second = await call('read_session', { session: 'aaaa', from: 2, count: 1 });
    assert.doesNotMatch(second, /Prompt 1|Last answer|Changed files/);
    assert.match(second, /Prompt 2:/);
  });

  it('as a transcript, by ranges of rows, each with its link', async () => {
    const { call } = tools({ [logPath('aaaa1')]: content });
    const text = await call('read_session', { session: 'aaaa1', part: 'transcript', count: 2 });
    assert.match(text, /^Row 1, user · vscode:\/\/a\.b\/open\?agent=keen&session=aaaa1&row=2\.0$/m);
    assert.match(text, /^> > Fix the parser$/m);
    assert.match(text, /These are rows 1 to 2 of \d\. Call again with from: 3 for the next\./);
    const [, total = ''] = /of (\d+)\./.exec(text) ?? [];
    const rest = await call('read_session', { session: 'aaaa1', part: 'transcript', from: 3 });
    assert.match(rest, new RegExp(`These are rows 3 to ${total} of ${total}\\.`));
    assert.doesNotMatch(rest, /Call again/);
    const past = await call('read_session', { session: 'aaaa1', part: 'transcript', from: 99 });
    assert.match(past, /There is no row 99: there are \d\.$/);
  });

  it('from the row of a link', async () => {
    const { call } = tools({ [logPath('aaaa1')]: content });
    const link = 'vscode://a.b/open?agent=keen&session=aaaa1&row=4.0';
    const text = await call('read_session', { session: link, count: 1 });
    assert.match(text, /^Row \d, user · vscode:.*row=4\.0$/m);
    assert.match(text, /^> > And the chart\?$/m);
    assert.doesNotMatch(text, /Fix the parser$/m);
  });

  it('as the conversation, after its compaction', async () => {
    const { call } = tools({
      [logPath('aaaa1')]: content + compactionLine(6, 'All was fixed') + userLine(7, 'Go on'),
    });
    const text = await call('read_session', { session: 'aaaa1', part: 'conversation' });
    assert.match(text, /^Message 1\n\n> ## User\n>\n> All was fixed\n\nMessage 2\n/m);
    assert.match(text, /^> Go on$/m);
    assert.doesNotMatch(text, /I fixed it/);
  });

  it('with a long row cut among others, and more of it alone', async () => {
    const answer = `begin ${'word '.repeat(4_000)}end`;
    const { call } = tools({
      [logPath('aaaa1')]: startLine('aaaa1') + userLine(2, 'Write') + turnLine(3, answer),
    });
    const order = { session: 'aaaa1', part: 'transcript' };
    assert.doesNotMatch(await call('read_session', order), /word end/);
    assert.match(await call('read_session', { ...order, from: 2, count: 1 }), /word end/);
  });

  it('only if one session is meant', async () => {
    const { call } = tools({
      [logPath('aaaa1')]: session('aaaa1'),
      [logPath('aaaa2')]: session('aaaa2'),
    });
    await assert.rejects(
      call('read_session', { session: 'aaaa' }),
      /2 sessions have an ID that begins so: `aaaa\d` \(Keen Code\), `aaaa\d`/,
    );
    await assert.rejects(call('read_session', { session: 'aa' }), /find_sessions/);
  });

  it('with everything recorded in quotations, whatever it says', async () => {
    const hostile = fc.array(
      fc.constantFrom(
        ...['\n', '```', '> ', '# Row 9 · vscode://evil', '“', '”', '</record>', '\r', 'Row 2 · x'],
        ...['\u2028', 'Call again with from: 7', '~~~', '<!--', '    ', '\u202e'],
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (pieces) => {
        const said = pieces.join('');
        const { call } = tools({
          [logPath('aaaa1')]:
            startLine('aaaa1') +
            userLine(2, said) +
            turnLine(3, said, said === '' ? [] : ran(said)),
        });
        for (const part of ['summary', 'transcript', 'conversation']) {
          const text = await call('read_session', { session: 'aaaa1', part });
          const own = text
            .split(/\r\n|[\n\r\u2028]/)
            .filter((line) => !line.startsWith('>'))
            .map((line) => line.replace(/“[^”]*”/g, ''));
          assert.deepEqual(
            own.filter((line) => /evil|<!--|<\/record>|from: 7|```|~~~/.test(line)),
            [],
          );
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

/** A call whose input, output and diff are hostile. */
function ran(said: string): readonly unknown[] {
  const call = { name: 'other', input: { said }, output: said };
  return [...edit(said, said), { kind: 'tool_end', tool_end: call }];
}

function manySessions(): Readonly<Record<string, string>> {
  const short = Array.from({ length: 60 }, (_, at) => `short${at}`);
  const turns = Array.from(
    { length: 80 },
    (_, at) =>
      userLine(2 + 2 * at, `Prompt ${at} ${'é'.repeat(200)}`) +
      turnLine(
        3 + 2 * at,
        (at % 2 === 0 ? 'word\n' : '言😀').repeat(3_000),
        edit('src/a.ts', 'x'.repeat(100)),
      ),
  );
  return {
    ...Object.fromEntries(
      short.map((id) => [logPath(id), session(id, { text: 'w '.repeat(500) })]),
    ),
    [logPath('long')]: startLine('long') + turns.join(''),
  };
}
