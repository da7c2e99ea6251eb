import assert from 'node:assert/strict';
import { keenAdapter } from '#agents/keen/adapter.ts';

const source = { line: 1, offset: 0, length: 0 };

function decode(kind: string, payload: unknown, key = kind) {
  return keenAdapter.decode({ seq: 1, kind, [key]: payload }, source);
}

/** Events of a valid payload. */
function events(kind: string, payload: unknown, key = kind) {
  const decoded = decode(kind, payload, key);
  assert.deepEqual(decoded.problems, []);
  return decoded.events;
}

const told = (text: string) => ({
  kind: 'modelMessage',
  entry: { role: 'assistant', segments: [{ type: 'text', text }] },
});

describe('A line of Keen’s', () => {
  it('session_started', () => {
    assert.deepEqual(
      events('session_started', {
        session_id: 'x',
        created_at: '2026-07-20T09:15:04.123456789Z',
        cwd: '/home/user/project',
      }),
      [
        {
          kind: 'sessionStart',
          sessionId: 'x',
          createdAt: Date.UTC(2026, 6, 20, 9, 15, 4, 123),
          cwd: '/home/user/project',
        },
      ],
    );
  });

  it('reads every spelling of time that Go writes, and Go’s zero time as none', () => {
    const createdAt = (created_at: string) => {
      const [event] = events('session_started', { created_at });
      return event?.kind === 'sessionStart' ? event.createdAt : 'no start';
    };
    assert.equal(createdAt('2026-07-20T09:15:04Z'), Date.UTC(2026, 6, 20, 9, 15, 4));
    assert.equal(createdAt('2026-07-20T09:15:04.5Z'), Date.UTC(2026, 6, 20, 9, 15, 4, 500));
    assert.equal(createdAt('2026-07-20T11:15:04.000000001+02:00'), Date.UTC(2026, 6, 20, 9, 15, 4));
    assert.equal(createdAt('0001-01-01T00:00:00Z'), undefined);
  });

  it('gives a diff the file of the edit around it', () => {
    const diff = {
      kind: 'diff',
      diff: { lines: [{ Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'x' }] },
    };
    const start = { kind: 'tool_start', tool_start: { name: 'edit', input: { path: 'a.go' } } };
    const end = { kind: 'tool_end', tool_end: { name: 'edit', input: { file_path: 'b.go' } } };
    const text = { kind: 'text', content: 'Done.' };
    const paths = (...transcript: readonly unknown[]) =>
      events('assistant_turn', { transcript, message: '' }).flatMap((event) =>
        event.kind === 'diff' ? [event.path] : [],
      );
    assert.deepEqual(paths(start, diff, text, diff, end), ['a.go', 'a.go']);
    assert.deepEqual(paths(diff, text, end), ['b.go']);
    assert.deepEqual(paths(end, diff), [undefined]);
    assert.deepEqual(paths(start, end, diff, end), ['b.go']);
    assert.deepEqual(paths({ ...start, tool_start: { name: 'edit' } }, diff, end), [undefined]);
  });

  it('user_message, with a title for the activation of a skill', () => {
    assert.deepEqual(events('user_message', { content: 'Hello' }), [
      { kind: 'userMessage', text: 'Hello' },
    ]);
    const text = '[Activate skill: release notes]\n\n# Skill\n';
    assert.deepEqual(events('user_message', { content: text }), [
      { kind: 'userMessage', text, title: { code: 'skill', name: 'release notes' } },
    ]);
  });

  it('assistant_turn: the shown items in order, then the outcome, then the model’s message', () => {
    const input = { path: 'a.go' };
    assert.deepEqual(
      events('assistant_turn', {
        transcript: [
          { kind: 'reasoning', content: 'Hm.' },
          { kind: 'text', content: 'Look: ' },
          { kind: 'tool_start', tool_start: { name: 'edit_file', input } },
          {
            kind: 'diff',
            diff: {
              lines: [
                { Kind: 3, OldLineNum: 0, NewLineNum: 0, Content: '@@ -1,1 +1,1 @@' },
                { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: 'old\r' },
                { Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: '+new' },
                { Kind: 0, OldLineNum: 2, NewLineNum: 2, Content: '' },
              ],
            },
          },
          {
            kind: 'tool_end',
            tool_end: { name: 'edit_file', input, output: { edited: true }, duration_ns: 7 },
          },
          { kind: 'tool_end', tool_end: { name: 'glob', error: 'no' } },
          { kind: 'bash', bash: { command: 'ls', summary: 'List', output: 'a\n', duration_ns: 9 } },
        ],
        message: 'Look: ',
        interrupted: true,
        error: 'stream error',
      }),
      [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'assistantText', text: 'Look: ' },
        { kind: 'toolCall', name: 'edit_file', input },
        {
          kind: 'diff',
          lines: [
            { kind: 'hunk', oldLine: undefined, newLine: undefined, text: '@@ -1,1 +1,1 @@' },
            { kind: 'removed', oldLine: 1, newLine: undefined, text: 'old' },
            { kind: 'added', oldLine: undefined, newLine: 1, text: '+new' },
            { kind: 'context', oldLine: 2, newLine: 2, text: '' },
          ],
          path: 'a.go',
        },
        {
          kind: 'toolResult',
          name: 'edit_file',
          input,
          output: { edited: true },
          durationNs: 7,
          standsAlone: true,
        },
        { kind: 'toolResult', name: 'glob', error: 'no', standsAlone: true },
        {
          kind: 'shellRun',
          phase: 'whole',
          command: 'ls',
          summary: 'List',
          output: 'a\n',
          durationNs: 9,
        },
        { kind: 'interruption' },
        { kind: 'error', message: 'stream error' },
        told('Look: '),
      ],
    );
  });

  it('assistant_turn with nothing in it', () => {
    assert.deepEqual(events('assistant_turn', {}), []);
  });

  it('shows the message if no text was recorded, without model-only parts', () => {
    const shown = (message: string) => {
      const [event] = events('assistant_turn', { message });
      return event?.kind === 'assistantText' ? event.text : undefined;
    };
    assert.equal(shown('still ok'), 'still ok');
    assert.equal(shown('Done.\n<keen_memory>\n- x\n</keen_memory>'), 'Done.');
    assert.equal(shown('Done.\n<keen_memory>\n- cut in the mid'), 'Done.');
    assert.equal(shown('<keen_memory>only memory</keen_memory>'), undefined);
    assert.equal(shown('Say <keen_memory>.'), 'Say <keen_memory>.');
    assert.equal(
      shown('a\n<keen_memory>\nx\n</keen_memory>\nb'),
      'a\n<keen_memory>\nx\n</keen_memory>\nb',
    );
    assert.equal(shown('Half\n\n[Response interrupted by user]'), 'Half');
    assert.equal(shown('[Response interrupted by user]'), undefined);
    assert.equal(
      shown('Half\n<keen_memory>x</keen_memory>\n\n[Response interrupted by user]'),
      'Half',
    );
  });

  it('gives the model the message unchanged', () => {
    const message = 'Done.\n\n<keen_memory>\n- x\n</keen_memory>';
    assert.deepEqual(events('assistant_turn', { message }).at(-1), told(message));
  });

  it('gives shell items their exit codes from memory, by order or by command', () => {
    const transcript = ['a', 'b', 'b', 'c'].map((command) => ({
      kind: 'bash',
      bash: { command, duration_ns: 1 },
    }));
    const exitCodes = (turn_memory: unknown) =>
      events('assistant_turn', { transcript, turn_memory }).flatMap((event) =>
        event.kind === 'shellRun' ? [event.exitCode] : [],
      );
    const call = { text_offset: 0, tool: 'bash', status: 'success' };
    const tool_activity = [call, { ...call, exit_code: 2 }, call, { ...call, exit_code: 3 }];
    assert.deepEqual(exitCodes({ tool_activity }), [undefined, 2, undefined, 3]);
    assert.deepEqual(
      exitCodes({ tool_activity: tool_activity.slice(1) }),
      Array(4).fill(undefined),
    );
    const failed_bash = [
      { command: 'b', exit_code: 1 },
      { command: 'b', exit_code: 4 },
      { command: 'gone', exit_code: 5 },
    ];
    assert.deepEqual(exitCodes({ failed_bash }), [undefined, 1, 4, undefined]);
  });

  it('takes a command for failed if memory says only that', () => {
    const transcript = ['a', 'b', 'c'].map((command) => ({
      kind: 'bash',
      bash: { command, duration_ns: 1, ...(command === 'c' ? { error: 'no such file' } : {}) },
    }));
    const call = { text_offset: 0, tool: 'bash' };
    const tool_activity = [
      { ...call, status: 'success' },
      { ...call, status: 'error' },
      { ...call, status: 'error' },
    ];
    const errors = events('assistant_turn', { transcript, turn_memory: { tool_activity } }).flatMap(
      (event) => (event.kind === 'shellRun' ? [event.error] : []),
    );
    assert.deepEqual(errors, [undefined, '', 'no such file']);
  });

  it('knows a command that was cancelled with its turn', () => {
    const transcript = [
      { kind: 'bash', bash: { command: 'done', output: 'x' } },
      { kind: 'bash', bash: { command: 'sleep' } },
    ];
    const interrupted = (payload: object) =>
      events('assistant_turn', { transcript, ...payload }).flatMap((event) =>
        event.kind === 'shellRun' ? [event.interrupted] : [],
      );
    assert.deepEqual(interrupted({ interrupted: true }), [undefined, true]);
    assert.deepEqual(interrupted({}), [undefined, undefined]);
  });

  it('compaction_applied by hand: streamed summary, one message', () => {
    assert.deepEqual(
      events('compaction_applied', {
        status: 'Context compacted.',
        transcript: [
          { kind: 'reasoning', content: 'Keep the goal.' },
          { kind: 'text', content: '## Goal' },
        ],
        messages: [{ Role: 'user', Content: '## Goal', TurnMemory: null }],
      }),
      [
        { kind: 'thinking', text: 'Keep the goal.' },
        {
          kind: 'compaction',
          trigger: 'manual',
          status: 'Context compacted.',
          summary: '## Goal',
          replacement: [{ role: 'user', segments: [{ type: 'text', text: '## Goal' }] }],
        },
      ],
    );
  });

  it('compaction_applied without readable messages does not empty the conversation', () => {
    for (const messages of ['lost', ['x', 7]]) {
      const decoded = decode('compaction_applied', { status: 'x', messages });
      assert.deepEqual(
        decoded.events.map(({ kind }) => kind),
        ['unknown'],
      );
      assert.equal(decoded.problems[0]?.severity, 'lost');
    }
    for (const messages of [null, undefined, []]) {
      const [event] = events('compaction_applied', { status: 'x', messages });
      assert.deepEqual(event?.kind === 'compaction' && event.replacement, []);
    }
  });

  it('the RFC’s kinds, under payload or under their own name', () => {
    for (const key of ['payload', 'assistant_message']) {
      assert.deepEqual(events('assistant_message', { content: 'Hi' }, key), [
        { kind: 'assistantText', text: 'Hi' },
        told('Hi'),
      ]);
    }
    assert.deepEqual(events('assistant_interrupted', { content: 'Ha' }, 'payload'), [
      { kind: 'assistantText', text: 'Ha' },
      { kind: 'interruption' },
      told('Ha'),
    ]);
    assert.deepEqual(events('assistant_segment', { content: 'Hi' }, 'payload'), [
      { kind: 'assistantText', text: 'Hi', segment: true },
    ]);
    assert.deepEqual(events('tool_end', { name: 'grep', output: 1 }, 'payload'), [
      { kind: 'toolResult', name: 'grep', output: 1 },
    ]);
    assert.deepEqual(events('bash_start', { command: 'ls' }, 'payload'), [
      { kind: 'shellRun', phase: 'start', command: 'ls' },
    ]);
  });

  it('preserves additions of later versions', () => {
    const record = { seq: 9, kind: 'branch', branch: { from: 2 } };
    assert.deepEqual(keenAdapter.decode(record, source), {
      events: [{ kind: 'unknown', type: 'branch', raw: record }],
      problems: [],
      seq: 9,
    });
  });
});
