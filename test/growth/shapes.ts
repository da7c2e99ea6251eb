import { line, startLine, turnLine, userLine } from '../unit/store/support/keenStore.ts';

/** A log that grows with `n` in one respect. */
export interface Shape {
  readonly name: string;
  readonly agent: 'keen' | 'pi' | 'copilot';
  /** The search query; by default a word that nothing contains. */
  readonly query?: string;
  log(n: number): string | Uint8Array;
}

const esc = '\u001b';

function times(n: number, make: (at: number) => string): string {
  return Array.from({ length: n }, (_, at) => make(at)).join('');
}

function keen(name: string, lines: (n: number) => string, query?: string): Shape {
  return {
    name,
    agent: 'keen',
    log: (n) => startLine('a') + lines(n),
    ...(query === undefined ? {} : { query }),
  };
}

/** One turn with `n` items. */
function turn(name: string, item: (at: number) => unknown): Shape {
  return keen(name, (n) => {
    const items = Array.from({ length: n }, (_, at) => item(at));
    return userLine(2, 'Go') + turnLine(3, 'Done.', items);
  });
}

/** A user message, an answer, and shell output. */
function text(name: string, content: (n: number) => string, query?: string): Shape {
  return keen(name, (n) => userLine(2, content(n)) + turnLine(3, content(n)), query);
}

function output(name: string, content: (n: number) => string): Shape {
  return keen(name, (n) => {
    const bash = { command: 'make', output: content(n) };
    return userLine(2, 'Go') + turnLine(3, 'Done.', [{ kind: 'bash', bash }]);
  });
}

/** A call with `n` lines of something. */
function call(name: string, of: (n: number) => { name: string; input: unknown; output?: unknown }) {
  return keen(name, (n) => {
    const items = [{ kind: 'tool_end', tool_end: of(n) }];
    return userLine(2, 'Go') + turnLine(3, 'Done.', items);
  });
}

function fence(language: string, code: string): Shape {
  return text(`a fence of ${language}`, (n) => `\`\`\`${language}\n${code.repeat(n)}\n\`\`\``);
}

type Entry = Readonly<Record<string, unknown>>;

/** A pi session; each entry follows the previous one by default. */
function pi(name: string, entries: (n: number) => readonly Entry[]): Shape {
  const timestamp = '2026-03-15T10:00:00.000Z';
  return {
    name,
    agent: 'pi',
    log: (n) => {
      const header = { type: 'session', version: 3, id: 'a', timestamp, cwd: '/home/ann/project' };
      let last: unknown = null;
      return (
        line(header) +
        entries(n)
          .map((entry, at) => {
            const whole: Entry = { id: `e${at}`, parentId: last, timestamp, ...entry };
            last = whole.id;
            return line(whole);
          })
          .join('')
      );
    },
  };
}

/** A session of Copilot CLI. */
function copilot(name: string, events: (n: number) => readonly Entry[]): Shape {
  const timestamp = '2026-11-20T09:00:00.000Z';
  return {
    name,
    agent: 'copilot',
    log: (n) =>
      events(n)
        .map((event, at) => line({ id: `e${at}`, timestamp, ...event }))
        .join(''),
  };
}

const said = (content: unknown, role = 'user', more: Entry = {}): Entry => ({
  type: 'message',
  message: { role, content, timestamp: 1_773_568_805_000, ...more },
});
const list = (n: number, make: (at: number) => Entry): Entry[] =>
  Array.from({ length: n }, (_, at) => make(at));
const many = (n: number, make: (at: number) => readonly Entry[]): Entry[] =>
  list(n, () => ({})).flatMap((_, at) => make(at));

const toolCall = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: { path: 'a' } });
const answered = (id: string): readonly Entry[] => [
  said([toolCall(id)], 'assistant'),
  said([{ type: 'text', text: 'r' }], 'toolResult', { toolCallId: id, toolName: 'read' }),
];
const diff = {
  kind: 'diff',
  diff: { lines: [{ Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'x' }] },
};

/** Content of hostile or broken logs. */
export const shapes: readonly Shape[] = [
  text('a long line', (n) => 'word '.repeat(20 * n)),
  text('one long word', (n) => 'w'.repeat(20 * n)),
  {
    name: 'a huge first line',
    agent: 'keen',
    log: (n) => startLine('a', `/home/ann/${'p'.repeat(50 * n)}`) + userLine(2, 'Go'),
  },
  keen('messages', (n) => times(n, (at) => userLine(at + 2, `Message ${at}`))),
  keen('turns', (n) =>
    times(n, (at) => userLine(2 * at + 2, `Q ${at}`) + turnLine(2 * at + 3, `A ${at}`)),
  ),
  keen('tiny lines', (n) => '{}\n'.repeat(4 * n)),
  keen('blank lines', (n) => '\n'.repeat(20 * n) + userLine(2, 'Go')),
  keen('lines that end in CR LF', (n) =>
    times(n, (at) => userLine(at + 2, `Message ${at}`)).replaceAll('\n', '\r\n'),
  ),
  keen('records without line ends', (n) =>
    times(n, (at) => userLine(at + 2, `Message ${at}`)).replaceAll('\n', ''),
  ),
  keen('garbage', (n) => '{"seq":2,"kind":"user_mess\n'.repeat(n)),
  keen('gaps in the numbers', (n) => times(n, (at) => userLine(5 * at + 2, 'Go'))),
  keen('unknown events', (n) => times(n, (at) => line({ seq: at + 2, kind: `odd${at}`, at }))),
  keen('deep nesting', (n) => `{"seq":2,"kind":"odd","a":${'['.repeat(n)}${']'.repeat(n)}}\n`),
  keen('fields', (n) => `{"seq":2,"kind":"odd",${times(n, (at) => `"f${at}":${at},`)}"z":0}\n`),
  text('escapes', (n) => '\u0001"\\\n\t'.repeat(4 * n)),
  text('characters of two units', (n) => '😀'.repeat(8 * n)),
  {
    name: 'bytes that are not UTF-8',
    agent: 'keen',
    log: (n) =>
      Buffer.concat([
        Buffer.from(startLine('a') + userLine(2, 'Go').slice(0, -4)),
        Buffer.alloc(20 * n, 0xff),
        Buffer.from('"}}\n'),
      ]),
  },
  keen('NUL bytes', (n) => '\0'.repeat(20 * n) + userLine(2, 'Go')),
  text('numbers of which a search nearly finds all', (n) => '0, '.repeat(20 * n), '0, 0, 0, 0, 1'),
  text('words of which a search nearly finds all', (n) => 'a-b-'.repeat(10 * n), 'a-b-a-b-a-c'),
  text('what a search finds', (n) => 'needle '.repeat(4 * n), 'needle needle'),
  turn('thinking', (at) => ({ kind: 'reasoning', content: `Thought ${at}` })),
  turn('calls', (at) => ({
    kind: 'tool_end',
    tool_end: { name: 'read', input: { path: `${at}` }, output: 'x' },
  })),
  turn('calls without an end', (at) => ({ kind: 'tool_start', tool_start: { name: `t${at}` } })),
  turn('shell runs', () => ({ kind: 'bash', bash: { command: 'make', output: 'x' } })),
  keen('failed commands', (n) => {
    const bash = { command: 'make', output: 'x', duration_ns: 1 };
    return line({
      seq: 2,
      kind: 'assistant_turn',
      assistant_turn: {
        transcript: Array.from({ length: n }, () => ({ kind: 'bash', bash })),
        message: 'Done.',
        turn_memory: {
          failed_bash: Array.from({ length: n }, () => ({ command: 'make', exit_code: 1 })),
        },
      },
    });
  }),
  { ...turn('diffs', () => diff), log: (n) => turn('', () => diff).log(4 * n) },
  keen('compactions', (n) =>
    times(n, (at) =>
      line({
        seq: at + 2,
        kind: 'compaction_applied',
        compaction_applied: {
          status: 'Compacted.',
          transcript: [{ kind: 'text', content: 'So far.' }],
          messages: [{ Role: 'user', Content: 'So far.', TurnMemory: null }],
        },
      }),
    ),
  ),
  output('a line that is written over', (n) => `${'a'.repeat(16 * n)}${'\rX'.repeat(8 * n)}`),
  output('backspaces', (n) => `${'a'.repeat(8 * n)}${'\bX'.repeat(8 * n)}`),
  output('erased lines', (n) => `${'a'.repeat(8 * n)}${`${esc}[1K\b`.repeat(4 * n)}`),
  output(
    'a cursor that moves',
    (n) =>
      `${'a'.repeat(8 * n)}\n${'b'.repeat(8 * n)}${`${esc}[A${esc}[400C${esc}[B\rX`.repeat(n)}`,
  ),
  output('a screen that is cleared', (n) => `a\n${esc}[2J${esc}[H${esc}[J`.repeat(n)),
  call('an edit of many lines', (n) => ({
    name: 'edit_file',
    input: {
      path: 'a',
      oldString: times(n, (at) => `${at}\n`),
      newString: times(n, (at) => `${at} \n`),
    },
  })),
  call('many edits', (n) => ({
    name: 'edit_file',
    input: {
      path: 'a',
      edits: Array.from({ length: n / 4 }, () => ({
        old: 'a\nb\n'.repeat(40),
        new: 'b\na\n'.repeat(40),
      })),
    },
  })),
  call('many hits of a search', (n) => ({
    name: 'grep',
    input: { pattern: 'x' },
    output: times(n, (at) => `src/${at}.ts:${at}: ${'-1-'.repeat(20)}\n`),
  })),
  call('a file without line numbers', (n) => ({
    name: 'read_file',
    input: { path: 'a' },
    output: { content: '1:aa|x\n'.repeat(n) },
  })),
  output('colors', (n) => `${esc}[31mX${esc}[0m`.repeat(n)),
  output('a long color', (n) => `${esc}[${'38;'.repeat(8 * n)}mX`),
  fence('md', '![a]('),
  fence('ini', '-11. '),
  fence('python', ']0'),
  fence('c', 'async '),
  fence('php', 'new\\D'),
  fence('sh', 'aaaa'),
  text('marks of emphasis', (n) => '_a*'.repeat(8 * n)),
  text('brackets', (n) => '['.repeat(20 * n)),
  text('links that do not end', (n) => '![a]('.repeat(6 * n)),
  text('backticks', (n) => times(n, (at) => `${'`'.repeat(at % 40)} `)),
  text('quotes within quotes', (n) => `${'> '.repeat(10 * n)}a`),
  text('lists within lists', (n) => times(n, (at) => `${'  '.repeat(at % 60)}- a\n`)),
  text('a table', (n) => `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(n)}`),
  pi('names', (n) => [
    said('Go'),
    ...list(n, (at) => ({ type: 'session_info', name: `Name ${at}` })),
  ]),
  pi('labels', (n) => [
    said('Go'),
    ...list(n, (at) => ({ type: 'label', targetId: 'e0', label: `Label ${at}` })),
  ]),
  pi('images', (n) => [
    said(
      Array.from({ length: n }, () => ({
        type: 'image',
        mimeType: 'image/png',
        data: 'iVBORw0KGgo=',
      })),
    ),
  ]),
  pi('usage', (n) =>
    list(n, () =>
      said([{ type: 'text', text: 'A' }], 'assistant', { usage: { input: 1, output: 1 } }),
    ),
  ),
  pi('calls with equal ids', (n) => [said('Go'), ...many(n, () => answered('call_0'))]),
  pi('calls with long ids', (n) => [
    said('Go'),
    ...many(n, (at) => answered(`${'long'.repeat(20)}${at}`)),
  ]),
  pi('branches of one entry', (n) => [
    said('Go'),
    ...list(n, (at) => ({ ...said(`Branch ${at}`), parentId: 'e0' })),
  ]),
  pi('a branch on every line', (n) => [
    said('Go'),
    ...many(n, (at) => [
      { ...said(`Side ${at}`), id: `s${at}`, parentId: at === 0 ? 'e0' : `m${at - 1}` },
      { ...said(`Main ${at}`), id: `m${at}`, parentId: at === 0 ? 'e0' : `m${at - 1}` },
    ]),
  ]),
  pi('entries that begin anew', (n) =>
    list(n, (at) => ({ ...said(`Root ${at}`), parentId: null })),
  ),
  pi('compactions that keep', (n) =>
    many(n, (at) => [
      said(`Message ${at}`),
      { type: 'compaction', summary: 'So far.', firstKeptEntryId: `e${2 * at}` },
    ]),
  ),
  copilot('compactions that keep prompts', (n) => [
    { type: 'session.start', data: { sessionId: 'a', context: { cwd: '/home/ann/project' } } },
    ...many(n, (at) => [
      { type: 'user.message', data: { content: `Message ${at}` } },
      {
        type: 'session.compaction_complete',
        data: { success: true, summaryContent: 'So far.' },
      },
    ]),
  ]),
  pi('summaries of branches', (n) =>
    list(n, (at) => ({ type: 'branch_summary', summary: `Left ${at}` })),
  ),
  pi('edits of one message', (n) => [
    said('Go'),
    ...list(n, (at) => ({
      type: 'context_edit',
      targetId: 'e0',
      replacement: { content: [{ type: 'text', text: `Edit ${at}` }] },
    })),
  ]),
];
