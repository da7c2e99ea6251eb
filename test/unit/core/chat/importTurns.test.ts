import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatImportRequest } from '#core/chat/importData.ts';
import { importRequests } from '#core/chat/importTurns.ts';
import type { Row } from '#core/rows/row.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { longText, noLimits } from '#core/text/longText.ts';
import { importOptions } from '../../../support/importOptions.ts';
import { runs } from '../../../support/full.ts';

const session: SessionSummary = {
  agent: 'keen',
  id: 'id-1',
  path: '/log.jsonl',
  cwd: '/home/user/project',
  createdAt: 1_000,
  updatedAt: 9_000,
  firstUserMessage: 'The first',
  size: 77,
};

const base = (line: number) => ({ id: `${line}.0`, source: { line, offset: 0, length: 1 } });
const long = (text: string) => longText(text, noLimits);
const user = (text: string, line = 1): Row => ({ ...base(line), kind: 'user', text: long(text) });
const assistant = (text: string, line = 2): Row => ({
  ...base(line),
  kind: 'assistant',
  text: long(text),
});

function imported(turns: readonly (readonly Row[])[], omitted = 0): ChatImportRequest[] {
  return [...importRequests({ session, turns, omitted }, importOptions)];
}

function only(...rows: readonly Row[]): ChatImportRequest {
  const [request] = imported([rows]);
  assert.ok(request);
  return request;
}

const anyRow = fc
  .record({
    kind: fc.constantFrom(
      'assistant',
      'thinking',
      'tool',
      'shell',
      'diff',
      'compaction',
      'interruption',
      'error',
      'notice',
      'branchSummary',
      'extensionState',
      'unknown',
      'problem',
    ),
    text: fc.string({ unit: 'binary', maxLength: 30 }),
    state: fc.constantFrom('done', 'failed', 'unfinished'),
    duration: fc.option(fc.nat(), { nil: undefined }),
  })
  .map(({ kind, text, state, duration }) => ({
    ...base(3),
    kind,
    text: long(text),
    name: text,
    title: text,
    command: text,
    summary: kind === 'shell' ? text : long(text),
    extension: text,
    state,
    input: long(text),
    output: long(text),
    error: state === 'failed' ? text : undefined,
    exitCode: undefined,
    durationNs: duration,
    path: text,
    lines: [{ kind: 'added', oldLine: undefined, newLine: 1, text }],
    total: 1,
    added: 1,
    removed: 0,
    status: text,
    trigger: 'manual',
    message: long(text),
    type: text,
    raw: long(text),
    problem: {
      code: 'badJson',
      severity: 'lost',
      source: base(3).source,
      message: text,
      excerpt: text,
    },
  })) as unknown as fc.Arbitrary<Row>;

describe('A transcript for the chat view', () => {
  it('is one request for each turn, with the session in its metadata', () => {
    const [first, second] = imported([
      [user('One'), assistant('1', 2)],
      [user('Two', 4), assistant('2', 7)],
    ]);
    assert.deepEqual(
      [first, second].map((request) => request?.result.metadata),
      Array<unknown>(2).fill({
        sessionBrowser: {
          version: 1,
          kind: 'imported',
          agent: 'keen',
          id: 'id-1',
          path: '/log.jsonl',
          seen: { bytes: 77 },
        },
      }),
    );
    assert.notEqual(first?.requestId, second?.requestId);
    assert.deepEqual([first?.timestamp, second?.timestamp], [1_000, 9_000]);
    assert.deepEqual(second?.modelState, { value: 1, completedAt: 9_000 });
    assert.equal(second.elapsedMs, 0);
  });

  it('leaves nothing in a message to be parsed', () => {
    const text = '/help @session #file:a.ts\nsecond line';
    assert.deepEqual(only(user(text)).message, {
      text,
      parts: [
        {
          kind: 'text',
          text,
          range: { start: 0, endExclusive: text.length },
          editorRange: { startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 12 },
        },
      ],
    });
  });

  it('hides the missing message of a lone answer, which only names the chat', () => {
    const request = only(assistant('Alone'));
    assert.equal(request.requestHiddenFromTranscript, true);
    assert.equal(request.message.text, 'The first');
    assert.deepEqual(request.response, [{ value: 'Alone\n\n' }]);
  });

  it('hides nothing where there is more, since VS Code would fork one entry too early', () => {
    const requests = [
      ...imported([[assistant('Alone')], [user('Then', 3), assistant('x', 4)]]),
      ...imported([[assistant('Cut')]], 3),
    ];
    assert.equal(requests.length, 4);
    assert.ok(requests.every((request) => request.requestHiddenFromTranscript === undefined));
  });

  it('puts content before the first message into its answer', () => {
    const fork: Row = { ...base(1), kind: 'fork', parent: {}, summary: long('') };
    const requests = imported([[fork], [user('First', 2), assistant('Yes.', 3)]]);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.message.text, 'First');
    assert.match(JSON.stringify(requests[0].response), /forked from another one.*Yes\./);
  });

  it('lists omissions in a first entry, under the session’s first message', () => {
    const [note, turn] = imported([[user('Late'), assistant('x')]], 12);
    assert.equal(note?.message.text, 'The first');
    const [part] = note.response;
    assert.ok(part !== undefined && 'value' in part && !('kind' in part));
    assert.match(part.value, /first 12 turns are not shown here/);
    assert.match(part.value, /\]\(command:x\.openReplay\?[^)]*%281%29\.jsonl[^)]*\)/);
    assert.deepEqual(part.isTrusted, { enabledCommands: ['x.openReplay'] });
    assert.equal(turn?.message.text, 'Late');
  });

  it('shows paths below the session’s folder without it', () => {
    const diff: Row = {
      ...base(3),
      kind: 'diff',
      path: '/home/user/project/src/a.ts',
      lines: [{ kind: 'removed', oldLine: 1, newLine: undefined, text: '```' }],
      total: 200,
      added: 0,
      removed: 1,
    };
    assert.deepEqual(only(diff).response, [
      {
        value: '`src/a.ts`\n\n````diff\n-```\n````\n\n*199 more lines in the replay*\n\n',
      },
    ]);
  });

  it('never trusts the log’s text', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), (rows) => {
        const { response } = only(user('x'), ...rows);
        assert.equal(response.length, rows.length);
        assert.doesNotMatch(JSON.stringify(response), /isTrusted|supportHtml|supportThemeIcons/);
      }),
      { seed: 11, numRuns: runs(500) },
    );
  });

  it('says where images, branches and the parent are, with links of its own alone', () => {
    const hostile = '[x](command:y) *b*';
    const rows: Row[] = [
      {
        ...base(1),
        kind: 'fork',
        parent: { path: hostile, id: hostile },
        summary: long('Left: [x](command:y)'),
      },
      { ...base(2), kind: 'user', text: long('See'), images: [{ mimeType: hostile, size: 1 }] },
      {
        ...base(3),
        kind: 'tool',
        name: 'read',
        title: '',
        state: 'done',
        input: long(''),
        output: undefined,
        error: undefined,
        durationNs: undefined,
        images: [
          { mimeType: 'image/png', size: 1 },
          { mimeType: 'image/png', size: 1 },
        ],
      },
      {
        ...base(4),
        kind: 'branch',
        branches: [
          { leaf: 5, shown: true, preview: hostile, entries: 1 },
          { leaf: 9, shown: false, preview: hostile, entries: 1 },
        ],
      },
      {
        ...base(5),
        kind: 'compaction',
        trigger: 'automatic',
        status: '',
        summary: long('Short'),
        tokensBefore: 90_000,
        tokensAfter: 12_000,
      },
    ];
    const { response } = only(...rows);
    const link = (command: string) =>
      `(command:x.${command}?%5B%7B%22path%22%3A%22%2Flog%20%281%29.jsonl%22%7D%5D)`;
    const trusted = response.flatMap((part) => ('isTrusted' in part ? [part] : []));
    assert.deepEqual(
      trusted.map(({ value, isTrusted }) => [value.trim(), isTrusted?.enabledCommands]),
      [
        [
          `*This session was forked from another one.* [Open Parent Session]${link('openParent')}`,
          ['x.openParent'],
        ],
        [
          `*The message has an image, which is not shown here.* [Open Replay]${link('openReplay')}`,
          ['x.openReplay'],
        ],
        [
          `*The result has 2 images, which are not shown here.* [Open Replay]${link('openReplay')}`,
          ['x.openReplay'],
        ],
        [
          `*Another branch starts here. See the replay.* [Open Replay]${link('openReplay')}`,
          ['x.openReplay'],
        ],
      ],
    );
    assert.match(JSON.stringify(response), /> Left: \[x\]\\\\\(command:y\)/);
    assert.match(JSON.stringify(response), /Context compacted \(90,000 → 12,000 tokens\)/);
  });

  it('dates turns as their rows are dated, and never backwards', () => {
    const times = imported([
      [
        { ...user('One'), time: 2_000 },
        { ...assistant('1'), time: 3_000 },
      ],
      [{ ...user('Two'), time: 2_500 }],
      [user('Three')],
    ]).map(({ timestamp, modelState }) => [timestamp, modelState.completedAt]);
    assert.deepEqual(times, [
      [2_000, 3_000],
      [3_000, 3_000],
      [9_000, 9_000],
    ]);
  });
});
