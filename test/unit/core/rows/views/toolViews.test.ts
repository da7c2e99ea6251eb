import assert from 'node:assert/strict';
import { none, view } from '../../../../support/toolView.ts';

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

  it('reads answers as JSON, and behind what Copilot puts before them', () => {
    const questions = [{ question: 'Keep?', options: [{ label: 'Yes' }, { label: 'No' }] }];
    const [keep] = view('ask', 'ask_user', { questions }, '{"answers":{"0":"No"}}').questions;
    assert.deepEqual(
      keep?.options.map(({ chosen }) => chosen),
      [false, true],
    );
    const input = { question: 'Keep?', choices: ['Yes', 'No'] };
    const [copilot] = view('ask', 'ask_user', input, 'User selected: Yes').questions;
    assert.deepEqual([copilot?.options[0]?.chosen, copilot?.answer], [true, undefined]);
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
    assert.equal(made.questions[0].options[0]?.description, 'Plain');
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
