import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noLimits, type TextLimits } from '#core/text/longText.ts';
import type { ToolView } from '#core/replay/views/toolView.ts';
import { viewOf } from '#core/replay/views/viewOf.ts';

/** The view of a kind, of a call as its agent records it. */
function view<Kind extends ToolView['kind']>(
  kind: Kind,
  name: string,
  input: unknown,
  output?: unknown,
  limits: TextLimits = noLimits,
): Extract<ToolView, { kind: Kind }> {
  const made = viewOf({ name, input, output }, limits);
  assert.equal(made?.kind, kind, name);
  return made as Extract<ToolView, { kind: Kind }>;
}

const none = (name: string, input: unknown, output?: unknown) => {
  assert.equal(viewOf({ name, input, output }, noLimits), undefined, name);
};

describe('the view of a file that was read', () => {
  it('has its lines without the numbers of any agent', () => {
    const keen = view(
      'read',
      'read_file',
      { path: '/p/a.go', offset: 22, limit: 2 },
      {
        bytes_read: 9,
        content: '22:2F|\ta\n23:5C|b',
        limit: 2,
        offset: 22,
        path: '/p/a.go',
        total_lines: 96,
        truncated: true,
      },
    );
    assert.deepEqual(keen.content, {
      text: { text: '\ta\nb', length: 4, lines: 2 },
      firstLine: 22,
    });
    assert.deepEqual([keen.path, keen.line, keen.total, keen.hasOutput], ['/p/a.go', 22, 96, true]);
    assert.deepEqual(
      keen.more.map(({ name }) => name),
      ['limit'],
    );

    const claude = view(
      'read',
      'Read',
      { file_path: 'a.ts' },
      '     9→one\n    10→\n    11→two\n\n<system-reminder>Mind.</system-reminder>',
    );
    assert.equal(claude.content?.text.text, 'one\n\ntwo');
    assert.equal(claude.content?.firstLine, 9);
    assert.equal(claude.note, '<system-reminder>Mind.</system-reminder>');

    const opencode = view('read', 'read', { filePath: 'a.ts' }, '00001| one\n00002| two');
    assert.equal(opencode.content?.text.text, 'one\ntwo');
    assert.equal(view('read', 'Read', { file_path: 'a' }, '     1\tone').content?.text.text, 'one');
  });

  it('has plain content as it is, from the line that was asked for', () => {
    const pi = view('read', 'read', { path: 'a.txt', offset: 5 }, '1234\n5678');
    assert.deepEqual(pi.content, {
      text: { text: '1234\n5678', length: 9, lines: 2 },
      firstLine: 5,
    });
    assert.equal(
      view('read', 'read', { path: 'a' }, '1\tone\n2\ttwo').content?.text.text,
      '1\tone\n2\ttwo',
    );
  });

  it('leaves what it cannot read to the output', () => {
    const image = view('read', 'view_image', { path: 'a.png' }, { type: 'image', width: 3 });
    assert.deepEqual([image.content, image.hasOutput, image.more], [undefined, false, []]);
    none('read', { paths: ['a', 'b'] }, 'x');
    none('read', 'a.txt', 'x');
  });
});

describe('the view of a written file', () => {
  it('has its path and content', () => {
    const written = view(
      'write',
      'write',
      { path: 'a.go', content: 'package a\n' },
      'wrote 10 bytes',
    );
    assert.deepEqual(
      [written.path, written.content.text, written.hasOutput],
      ['a.go', 'package a\n', false],
    );
    assert.equal(view('write', 'Write', { file_path: 'a', content: '' }).content.lines, 0);
    none('write_file', { path: 'a' });
  });
});

describe('the view of an edit', () => {
  const changes = (made: {
    files: readonly { lines: readonly { kind: string; text: string }[] }[];
  }) => made.files.map(({ lines }) => lines.map(({ kind, text }) => `${kind[0]}${text}`));

  it('compares old and new text under any agent’s names', () => {
    for (const [old, now] of [
      ['old_string', 'new_string'],
      ['oldString', 'newString'],
      ['oldText', 'newText'],
      ['old', 'new'],
    ] as const) {
      const made = view('edit', 'edit', { path: 'a', [old]: 'a\nb\nc\n', [now]: 'a\nB\nc\n' });
      assert.deepEqual(changes(made), [['ca', 'rb', 'aB', 'cc']]);
      assert.deepEqual([made.files[0]?.added, made.files[0]?.removed], [1, 1]);
    }
    const several = {
      file_path: 'a',
      edits: [
        { old_string: 'x', new_string: 'y' },
        { old_string: '', new_string: 'z' },
      ],
    };
    assert.deepEqual(changes(view('edit', 'MultiEdit', several)), [['rx', 'ay', 'h⋯', 'az']]);
  });

  it('says which lines Keen’s edits replace', () => {
    const ops = [
      { op: 'replace', start: '18:D8', end: '20:62', text: 'x\ny' },
      { op: 'delete', start: '87:3B', end: '90:D8' },
      { op: 'insert', start: '5:02', text: 'z' },
    ];
    assert.deepEqual(changes(view('edit', 'edit_file', { path: 'a', ops }, { edited: true })), [
      [
        'hReplaces lines 18 to 20',
        'ax',
        'ay',
        'hDeletes lines 87 to 90',
        'hInserts after line 5',
        'az',
      ],
    ]);
  });

  it('reads patches with several files', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@ f()\n x\n-y\n+z\n*** Add File: c.ts\n+new\n*** Delete File: d.ts\n*** End Patch';
    for (const input of [patch, { input: patch }, { patch }]) {
      const made = view('edit', 'apply_patch', input);
      assert.deepEqual(changes(made), [['h@@ f()', 'cx', 'ry', 'az'], ['anew'], []]);
      assert.deepEqual(
        made.files.map(({ path, change, movedTo }) => [path, change, movedTo]),
        [
          ['a.ts', 'edit', 'b.ts'],
          ['c.ts', 'add', undefined],
          ['d.ts', 'delete', undefined],
        ],
      );
    }
  });

  it('leaves any other form to the input', () => {
    none('edit', { path: 'a', old_string: 'x' });
    none('edit', { path: 'a', edits: [] });
    none('edit', { path: 'a', edits: [{ old: 'x', new: 'y' }, 7] });
    none('edit_file', { path: 'a', ops: [{ op: 'swap', start: '1:aa' }] });
    none('apply_patch', 'no patch');
  });

  it('restores both sides from the lines, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [file] = view('edit', 'edit', { path: 'a', old: before, new: after }).files;
        const side = (without: string) =>
          (file?.lines ?? []).filter(({ kind }) => kind !== without).map((line) => line.text);
        const lines = (whole: string) => (whole === '' ? [] : whole.replace(/\n$/, '').split('\n'));
        assert.deepEqual(side('added'), lines(before));
        assert.deepEqual(side('removed'), lines(after));
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });
});

describe('the view of a search', () => {
  const files = (made: {
    files?: readonly { path: string; hits: readonly { line: number; text: string }[] }[];
  }) =>
    made.files?.map(({ path, hits }) => [path, ...hits.map(({ line, text }) => `${line} ${text}`)]);

  it('groups Keen’s matches by file', () => {
    const matches = [
      { file: 'a.go', line: 'x', line_number: 3 },
      { file: 'b.go', line: 'x', line_number: 1 },
      { file: 'a.go', line: 'xx', line_number: 9 },
    ];
    const made = view(
      'search',
      'grep',
      { pattern: 'x', output_mode: 'content' },
      { matches, count: 3, pattern: 'x', output_mode: 'content', base_path: '/p' },
    );
    assert.deepEqual(files(made), [
      ['a.go', '3 x', '9 xx'],
      ['b.go', '1 x'],
    ]);
    assert.deepEqual([made.total, made.query, made.hasOutput], [3, 'x', true]);
    assert.deepEqual(
      made.more.map(({ name }) => name),
      ['output_mode'],
    );
    assert.deepEqual(
      files(view('search', 'glob', { pattern: '*' }, { files: ['a', 'b'], count: 2 })),
      [['a'], ['b']],
    );
    assert.deepEqual(view('search', 'grep', { pattern: 'x' }, { count: 0 }).files, []);
  });

  it('reads what grep, ripgrep and others print', () => {
    const grep = view(
      'search',
      'grep',
      { pattern: 'x', path: 'src' },
      'src/a.ts:12:\tx\nsrc/a.ts-13-y\nC:\\b.ts:4: x\n--\n',
    );
    assert.deepEqual(files(grep), [
      ['src/a.ts', '12 \tx', '13 y'],
      ['C:\\b.ts', '4  x'],
    ]);
    assert.equal(grep.path, 'src');
    const headings = view(
      'search',
      'search_file_content',
      { pattern: 'x' },
      'Found 2 matches:\n---\nFile: src/a.ts\nL12: x\nL14: xx\n---',
    );
    assert.deepEqual(files(headings), [['src/a.ts', '12 x', '14 xx']]);
    assert.equal(headings.note, 'Found 2 matches:');
    assert.deepEqual(files(view('search', 'Glob', { pattern: '*' }, '/p/a b.ts\nc.md\n')), [
      ['/p/a b.ts'],
      ['c.md'],
    ]);
  });

  it('leaves words to the output', () => {
    for (const output of ['No matches found', 'late, but it is there', '', undefined, 7]) {
      const made = view('search', 'find', { pattern: '*.fnl' }, output);
      assert.deepEqual([made.files, made.hasOutput], [undefined, false]);
    }
    none('grep', { path: 'a' });
  });

  it('holds no more than the limits allow, and still counts all', () => {
    const output = Array.from(
      { length: 5_000 },
      (_, at) => `src/f${at % 7}.ts:${at + 1}:${'x'.repeat(500)}`,
    ).join('\n');
    const made = view('search', 'grep', { pattern: 'x' }, output, { chars: 10_000, lines: 100 });
    assert.equal(made.total, 5_000);
    const size = JSON.stringify(made).length;
    assert.ok(size < 20_000, `${size}`);
  });
});

describe('the view of the web', () => {
  it('has the address and what was there', () => {
    const made = view(
      'web',
      'web_fetch',
      { url: 'https://example.org/' },
      { url: 'https://example.org/', status_code: 200, content: '# Hi' },
    );
    assert.deepEqual(
      [made.url, made.status, made.text?.text, made.more],
      ['https://example.org/', 200, '# Hi', []],
    );
    assert.equal(view('web', 'WebFetch', { url: 'a', prompt: 'b' }, 'c').prompt, 'b');
  });

  it('has the results of a search', () => {
    const made = view(
      'web',
      'WebSearch',
      { query: 'q' },
      { results: [{ title: 'A', url: 'https://a.example', snippet: 's' }, 3] },
    );
    assert.deepEqual(made.results, [{ title: 'A', url: 'https://a.example', text: 's' }]);
    none('WebSearch', { limit: 1 });
  });
});

describe('the view of a to-do list', () => {
  const states = (made: { items: readonly { text: string; state: string }[] }) =>
    made.items.map(({ text, state }) => `${state} ${text}`);

  it('has the states of any agent', () => {
    const todos = [
      { content: 'a', status: 'completed', activeForm: 'Doing a' },
      { content: 'b', status: 'in_progress' },
      { content: 'c', status: 'pending' },
      { content: 'd', status: 'cancelled' },
    ];
    const wanted = ['done a', 'active b', 'open c', 'cancelled d'];
    assert.deepEqual(states(view('todo', 'TodoWrite', { todos })), wanted);
    assert.deepEqual(states(view('todo', 'todoread', {}, JSON.stringify(todos))), wanted);
    const plan = view('todo', 'update_plan', {
      explanation: 'Why',
      plan: [{ step: 'a', status: 'completed' }],
    });
    assert.deepEqual([plan.note, states(plan)], ['Why', ['done a']]);
    assert.deepEqual(
      states(view('todo', 'write_todos', { todos: [{ description: 'a', status: '?' }, 'b'] })),
      ['open a', 'open b'],
    );
  });

  it('is none for anything else', () => {
    none('TodoWrite', { todos: [] });
    none('TodoWrite', { todos: [{ status: 'done' }] });
    none('TodoWrite', { todos: 'a' });
    none('todoread', {}, 'nothing');
    none('ExitPlanMode', { plan: '# Plan' });
  });
});

describe('the view of a sub-agent', () => {
  it('has the prompt and the answer', () => {
    const made = view(
      'agent',
      'Task',
      { description: 'Look', prompt: 'Find **it**', subagent_type: 'explorer' },
      [{ type: 'text', text: 'x' }],
    );
    assert.deepEqual(
      [made.tasks[0]?.agent, made.tasks[0]?.title, made.tasks[0]?.prompt.text],
      ['explorer', 'Look', 'Find **it**'],
    );
    assert.equal(made.hasOutput, false, 'an answer of unknown form follows as output');
    assert.equal(view('agent', 'task', { prompt: 'a' }, 'Found.').answer?.text, 'Found.');
    const blocks = {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      status: 'completed',
    };
    const claude = view('agent', 'Task', { prompt: 'a' }, blocks);
    assert.equal(claude.answer?.text, 'a\n\nb');
    assert.deepEqual(
      claude.more.map(({ name }) => name),
      ['status'],
    );
  });

  it('has all of Keen’s tasks, and how they ended', () => {
    const tasks = [
      { agent: 'explorer', task: 'a' },
      { agent: 'reviewer', task: 'b' },
    ];
    const made = view('agent', 'delegate_task', { tasks }, { completed: 2, failed: 0 });
    assert.deepEqual(
      made.tasks.map(({ agent, prompt }) => [agent, prompt.text]),
      [
        ['explorer', 'a'],
        ['reviewer', 'b'],
      ],
    );
    assert.deepEqual(
      made.more.map(({ name, value }) => [name, value.text]),
      [
        ['completed', '2'],
        ['failed', '0'],
      ],
    );
    none('delegate_task', { tasks: [{ agent: 'explorer' }] });
  });
});

describe('the view of an MCP call', () => {
  it('has server, tool and arguments', () => {
    const keen = view(
      'mcp',
      'call_mcp_tool',
      { server: 's', tool: 't', arguments: { q: 'x', n: 2 } },
      { server: 's', tool: 't', content: 'c', truncated: true },
    );
    assert.deepEqual([keen.server, keen.tool, keen.output?.text], ['s', 't', 'c']);
    assert.deepEqual(
      keen.arguments.map(({ name, value }) => [name, value.text]),
      [
        ['q', 'x'],
        ['n', '2'],
      ],
    );
    assert.deepEqual(
      keen.more.map(({ name }) => name),
      ['truncated'],
    );
    const claude = view('mcp', 'mcp__issues__search_all', { query: 'x' }, 'out');
    assert.deepEqual(
      [claude.server, claude.tool, claude.hasOutput],
      ['issues', 'search_all', false],
    );
    none('call_mcp_tool', { server: 's', tool: 't', arguments: 'x' });
  });
});

describe('the view of a question', () => {
  it('marks what was chosen', () => {
    const questions = [{ question: 'Keep?', options: ['Yes', 'No'] }];
    const keen = view('ask', 'ask_user', { questions }, { answers: ['No'], cancelled: false });
    assert.deepEqual(keen.questions, [
      {
        question: 'Keep?',
        options: [
          { label: 'Yes', chosen: false },
          { label: 'No', chosen: true },
        ],
      },
    ]);
    assert.equal(keen.cancelled, false);
    const other = view('ask', 'ask_user', { questions }, { answers: ['Perhaps'] });
    assert.equal(other.questions[0]?.answer, 'Perhaps');
    assert.equal(view('ask', 'ask_user', { questions }, { cancelled: true }).cancelled, true);
    assert.equal(view('ask', 'ask_user', { questions }).hasOutput, false);
  });

  it('reads Claude Code’s answers', () => {
    const input = {
      questions: [
        {
          header: 'Format',
          question: 'Which?',
          multiSelect: true,
          options: [{ label: 'CSV', description: 'Plain' }, { label: 'SVG' }, { label: 'PNG' }],
        },
        { question: 'Why?', options: [] },
      ],
    };
    const output =
      'User has answered your questions: "Which?"="CSV, PNG", "Why?"="Because". You can now continue.';
    const made = view('ask', 'AskUserQuestion', input, output);
    assert.deepEqual(
      made.questions[0]?.options.map(({ chosen }) => chosen),
      [true, false, true],
    );
    assert.equal(made.questions[0]?.options[0]?.description, 'Plain');
    assert.equal(made.questions[1]?.answer, 'Because');
    const asObject = view('ask', 'AskUserQuestion', input, {
      answers: { 'Which?': ['SVG'], 'Why?': 'So' },
    });
    assert.deepEqual(
      asObject.questions[0]?.options.map(({ chosen }) => chosen),
      [false, true, false],
    );
  });
});

describe('views of anything', () => {
  const names = [
    'read',
    'write',
    'edit',
    'grep',
    'web_fetch',
    'todo',
    'task',
    'call_mcp_tool',
    'a__b',
    'ask',
    'x',
  ];
  const keys = [
    'path',
    'content',
    'old',
    'new',
    'edits',
    'ops',
    'pattern',
    'url',
    'todos',
    'tasks',
    'server',
    'tool',
    'arguments',
    'questions',
    'options',
    '__proto__',
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.integer({ min: 100_000 }).map((id) => `s${id}`),
      fc.integer({ min: 100_000 }),
      fc.constantFrom(null, true, '1:aa|x\ny', 'a.ts:3:x', '[{"content":"a"}]'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 5 }),
    ),
  })).any;

  it('never fail, stay within the limits, and never lose an argument', () => {
    const limits: TextLimits = { chars: 40, lines: 4 };
    fc.assert(
      fc.property(fc.constantFrom(...names), value, value, (name, input, output) => {
        const made = viewOf({ name, input, output }, limits);
        if (made !== undefined && typeof input === 'object' && input !== null) {
          const drawn = JSON.stringify(made);
          for (const [key, member] of Object.entries(input)) {
            if (typeof member === 'string' && /^s\d+$/.test(member)) {
              assert.ok(drawn.includes(member), key);
            }
          }
        }
      }),
      { seed: 7, numRuns: 5_000 },
    );
  });
});
