import assert from 'node:assert/strict';
import { decodeRecord } from '#agents/keen/decode.ts';
import { keenWriter } from '#agents/keen/write/keenWriter.ts';
import { speakerLabel } from '#agents/registry.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { NewEvent, TurnItem } from '#core/events/newEvent.ts';

const cwd = '/home/user/project';
const done = { type: 'done' } as const;

function written(event: NewEvent, seq = 3): string {
  return keenWriter.line(event, seq, cwd);
}

describe("Keen's lines, byte for byte", () => {
  it('writes a start as in the paper', () => {
    const sessionId = '3f0c2b1e-7a54-4c0e-9d5b-0b6f1f1e2a77';
    const createdAt = Date.parse('2026-07-20T09:15:04.120Z');
    assert.equal(
      keenWriter.startLine({ sessionId, createdAt, cwd }),
      `{"seq":1,"kind":"session_started","session_started":{"session_id":"${sessionId}","created_at":"2026-07-20T09:15:04.12Z","cwd":"/home/user/project","recorded_by":"session-browser"}}`,
    );
  });

  it('writes the date of a full second without a fraction', () => {
    const line = keenWriter.startLine({ sessionId: 'a', createdAt: Date.UTC(2026, 6, 20), cwd });
    assert.match(line, /"created_at":"2026-07-20T00:00:00Z"/);
  });

  it('says after the keys that Keen knows where a session comes from', () => {
    const parent = { agent: 'other', id: 'b', path: '/logs/b.jsonl', line: 7, lines: 5 };
    assert.match(
      keenWriter.startLine({ sessionId: 'a', createdAt: 0, cwd, parent }),
      /"cwd":"\/home\/user\/project","recorded_by":"session-browser","forked_from":\{"agent":"other","session_id":"b","path":"\/logs\/b.jsonl","line":7,"lines":5\}\}\}$/,
    );
  });

  it('writes the lines of the paper', () => {
    assert.equal(
      written({ kind: 'userMessage', text: 'Fix the <App> test' }, 2),
      String.raw`{"seq":2,"kind":"user_message","user_message":{"content":"Fix the \u003cApp\u003e test"}}`,
    );
    const path = '/home/user/project/a.go';
    const items: TurnItem[] = [
      { kind: 'thinking', text: 'Look at the test first.' },
      { kind: 'assistantText', text: 'I will ' },
      { kind: 'assistantText', text: 'check.\n\n' },
      { kind: 'toolCall', name: 'edit_file', input: { path } },
      {
        kind: 'diff',
        lines: [
          { kind: 'hunk', oldLine: undefined, newLine: undefined, text: '@@ -1,1 +1,1 @@' },
          { kind: 'removed', oldLine: 1, newLine: undefined, text: 'old' },
          { kind: 'added', oldLine: undefined, newLine: 1, text: 'new' },
        ],
      },
      {
        kind: 'toolResult',
        name: 'edit_file',
        input: { path },
        output: { edited: true },
        durationNs: 1843211,
      },
      {
        kind: 'shellRun',
        command: 'go test ./...',
        summary: 'Run tests',
        output: 'FAIL',
        error: 'command failed',
        exitCode: 1,
        durationNs: 2400000000,
      },
      { kind: 'assistantText', text: 'One test still fails.' },
    ];
    assert.equal(
      written({ kind: 'turn', items, outcome: done }),
      String.raw`{"seq":3,"kind":"assistant_turn","assistant_turn":{"transcript":[{"kind":"reasoning","content":"Look at the test first."},{"kind":"text","content":"I will check.\n\n"},{"kind":"tool_start","tool_start":{"name":"edit_file","input":{"path":"/home/user/project/a.go"}}},{"kind":"diff","diff":{"lines":[{"Kind":3,"OldLineNum":0,"NewLineNum":0,"Content":"@@ -1,1 +1,1 @@"},{"Kind":2,"OldLineNum":1,"NewLineNum":0,"Content":"old"},{"Kind":1,"OldLineNum":0,"NewLineNum":1,"Content":"new"}]}},{"kind":"tool_end","tool_end":{"name":"edit_file","input":{"path":"/home/user/project/a.go"},"output":{"edited":true},"duration_ns":1843211}},{"kind":"bash","bash":{"command":"go test ./...","summary":"Run tests","output":"FAIL","error":"command failed","duration_ns":2400000000}},{"kind":"text","content":"One test still fails."}],"message":"I will check.\n\nOne test still fails.","turn_memory":{"tool_activity":[{"text_offset":15,"tool":"edit_file","input":{"path":"a.go"},"status":"success"},{"text_offset":15,"tool":"bash","input":{"command":"go test ./...","summary":"Run tests"},"status":"error","exit_code":1}]}}}`,
    );
    const partial = (text: string): TurnItem[] => [{ kind: 'assistantText', text }];
    assert.equal(
      written({ kind: 'turn', items: partial('Let me'), outcome: { type: 'interrupted' } }, 4),
      '{"seq":4,"kind":"assistant_turn","assistant_turn":{"transcript":[{"kind":"text","content":"Let me"}],"message":"Let me","interrupted":true}}',
    );
    const failed = { type: 'error', message: 'stream error: 529' } as const;
    assert.equal(
      written({ kind: 'turn', items: partial('Part'), outcome: failed }, 5),
      '{"seq":5,"kind":"assistant_turn","assistant_turn":{"transcript":[{"kind":"text","content":"Part"}],"message":"Part","error":"stream error: 529"}}',
    );
    assert.equal(
      written(
        {
          kind: 'compaction',
          trigger: 'manual',
          summary: '## Goal\nFix the test',
          replacement: [
            { role: 'user', segments: [{ type: 'text', text: '## Goal\nFix the test' }] },
          ],
        },
        6,
      ),
      String.raw`{"seq":6,"kind":"compaction_applied","compaction_applied":{"status":"Context compacted.","transcript":[{"kind":"text","content":"## Goal\nFix the test"}],"messages":[{"Role":"user","Content":"## Goal\nFix the test","TurnMemory":null}]}}`,
    );
  });

  it('writes an empty turn as Go does', () => {
    assert.equal(
      written({ kind: 'turn', items: [{ kind: 'assistantText', text: '' }], outcome: done }),
      '{"seq":3,"kind":"assistant_turn","assistant_turn":{}}',
    );
  });

  it('never lets a failure look like success', () => {
    const line = written({
      kind: 'turn',
      items: [{ kind: 'toolResult', name: 't', error: '' }],
      outcome: { type: 'error', message: '' },
    });
    assert.match(line, /"tool_end":\{"name":"t","error":"It failed."\}/);
    assert.match(line, /"error":"It failed."\}\}$/);
  });

  it('counts the place of a call in bytes of UTF-8, whatever the text is cut into', () => {
    const items: TurnItem[] = [
      { kind: 'assistantText', text: 'Grüße \ud83d' },
      { kind: 'assistantText', text: '\ude00' },
      { kind: 'toolResult', name: 'glob', input: { pattern: '*' } },
      { kind: 'assistantText', text: '\ud800!' },
      { kind: 'toolResult', name: 'glob' },
    ];
    const line = written({ kind: 'turn', items, outcome: done });
    const turn = (JSON.parse(line) as { assistant_turn: { message: string; turn_memory: unknown } })
      .assistant_turn;
    assert.equal(turn.message, 'Grüße 😀\ufffd!');
    assert.deepEqual(turn.turn_memory, {
      tool_activity: [
        { text_offset: 12, tool: 'glob', input: { pattern: '*' }, status: 'success' },
        { text_offset: 16, tool: 'glob', status: 'success' },
      ],
    });
  });

  it('cuts long inputs in the memory unless the result is retained', () => {
    const input = { content: 'é'.repeat(3000), list: Array(3000).fill('x'), small: 1 };
    const memoryOf = (retained?: string) => {
      const item = { kind: 'toolResult' as const, name: 't', input };
      const line = written({
        kind: 'turn',
        items: [retained === undefined ? item : { ...item, retained }],
        outcome: done,
      });
      return (
        JSON.parse(line) as {
          assistant_turn: {
            turn_memory: { tool_activity: { input: unknown; retained_output: unknown }[] };
          };
        }
      ).assistant_turn.turn_memory.tool_activity[0];
    };
    assert.deepEqual(memoryOf()?.input, { content: 'é'.repeat(2048), small: 1 });
    assert.deepEqual(memoryOf('{"found":2}')?.input, input);
    assert.deepEqual(memoryOf('{"found":2}')?.retained_output, { found: 2 });
    assert.deepEqual(memoryOf('{ "found": 2 }')?.retained_output, '{ "found": 2 }');
    assert.deepEqual(memoryOf('{"b":1,"a":2}')?.retained_output, '{"b":1,"a":2}');
    assert.deepEqual(memoryOf('text')?.retained_output, 'text');
    assert.deepEqual(memoryOf('')?.retained_output, '');
    assert.equal(memoryOf('{"status":"success"}')?.retained_output, undefined);
  });

  it('makes an object of an input that is none, and leaves an empty one out', () => {
    const items: TurnItem[] = [
      { kind: 'toolCall', name: 'a', input: ['x'] },
      { kind: 'toolCall', name: 'b', input: {} },
      { kind: 'toolCall', name: 'c', input: undefined },
    ];
    assert.match(
      written({ kind: 'turn', items, outcome: done }),
      /\{"name":"a","input":\{"value":\["x"\]\}\}.*\{"name":"b"\}.*\{"name":"c"\}/,
    );
  });

  it('tells a run that ended from one that was cut off', () => {
    const line = written({
      kind: 'turn',
      items: [
        { kind: 'shellRun', command: 'true' },
        { kind: 'shellRun', command: 'sleep 9', interrupted: true },
      ],
      outcome: { type: 'interrupted' },
    });
    assert.match(line, /\{"command":"true","duration_ns":1\}.*\{"command":"sleep 9"\}/);
    assert.match(
      line,
      /"tool_activity":\[\{"text_offset":0,"tool":"bash","input":\{"command":"true"\},"status":"success"\}\]/,
    );
  });

  it('makes paths relative to the folder, and only within it', () => {
    const paths = ['/home/user/project/a/b', '/home/user/projects/a', '/home/user/project', 'a'];
    const items = paths.map((path): TurnItem => ({
      kind: 'toolResult',
      name: 'read_file',
      input: { path },
    }));
    const line = written({ kind: 'turn', items, outcome: done });
    const memory = line.slice(line.indexOf('turn_memory'));
    assert.deepEqual(
      [...memory.matchAll(/"path":"([^"]*)"/g)].map((match) => match[1]),
      ['a/b', '/home/user/projects/a', '/home/user/project', 'a'],
    );
  });
});

describe("the number of one of Keen's lines", () => {
  const seqOf = (text: string) => keenWriter.seqOf(new TextEncoder().encode(text));

  it('is found at the start of the line, in any order of keys, and in torn lines', () => {
    assert.equal(seqOf('{"seq":12,"kind":"user_message"}'), 12);
    assert.equal(seqOf('{"seq":12,"kind":"assista'), 12);
    assert.equal(seqOf('{"kind":"user_message","SEQ":9}'), 9);
    assert.equal(seqOf('{"kind":"user_message"}'), undefined);
    assert.equal(seqOf('{"seq":"3"}'), undefined);
    assert.equal(seqOf('{"seq":1.5}'), undefined);
    assert.equal(seqOf('{"seq":99999999999999999999}'), undefined);
    assert.equal(seqOf('garbage'), undefined);
    const joined = Array.from({ length: 200_000 }, (_, at) => `{"k":0,"seq":${at}}`).join('');
    assert.equal(seqOf(joined), 199_999);
    assert.equal(seqOf(''), undefined);
  });
});

it('A recorded chat names the agent of what a fork copied, and itself', () => {
  const parent = { agent: 'claude', id: 'b', path: '/logs/b.jsonl', lines: 5 };
  const start = { sessionId: 'a', createdAt: 0, cwd: '/home/user/project', parent };
  const record = JSON.parse(keenWriter.startLine(start)) as JsonObject;
  const { events } = decodeRecord(record, { line: 1, offset: 0, length: 0 });
  const [begun, fork] = events;
  assert.equal(begun?.kind === 'sessionStart' && begun.isRecorded, true);
  assert.deepEqual(fork?.kind === 'fork' && fork.parentAgent, { agent: 'claude' });
  assert.equal(speakerLabel({ agent: 'keen', isRecorded: true }), 'Session Browser Chat');
});
