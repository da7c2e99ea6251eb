import type { ConversationMessage } from '#core/events/message.ts';
import type { Row } from '#core/rows/row.ts';
import {
  assistantRow,
  compactionRow,
  diffRow,
  errorRow,
  interruptionRow,
  long,
  noticeRow,
  problemRow,
  shellRow,
  thinkingRow,
  toolRow,
  unknownRow,
  userRow,
} from './pageSamples.ts';

const esc = '\u001b';
const green = (text: string) => `${esc}[32m${text}${esc}[0m`;
const red = (text: string) => `${esc}[31m${text}${esc}[0m`;
const bold = (text: string) => `${esc}[1m${text}${esc}[0m`;

const failingRun = [
  `${bold('=== RUN')}   TestImport/no_newline_at_the_end`,
  `    import_test.go:48: rows = 2, want 3`,
  `    import_test.go:49: the last row is lost`,
  `${red('--- FAIL')}: TestImport (0.01s)`,
  `    ${green('--- PASS')}: TestImport/newline_at_the_end (0.00s)`,
  `    ${red('--- FAIL')}: TestImport/no_newline_at_the_end (0.00s)`,
  red('FAIL'),
  `${red('FAIL')}    example.com/ledger/importer  0.214s`,
].join('\n');

const longListing = Array.from(
  { length: 64 },
  (_, at) =>
    `${green('ok')}      example.com/ledger/pkg${String(at).padStart(2, '0')}  0.0${at % 10}2s`,
).join('\n');

const answer = `The reader gives the last line back together with \`io.EOF\`, and the loop stops **before** it has looked at the line. Files that end with a newline never show it, because there the last line is empty.

### What I changed

1. \`readRows\` handles the line first and the error after it.
2. A test covers both endings, with \`\\n\` and with \`\\r\\n\`.

| File ending | Rows before | Rows now |
| --- | :-: | :-: |
| newline | 3 | 3 |
| none | 2 | 3 |
| \`\\r\\n\` | 3 | 3 |

\`\`\`go
for {
	line, err := reader.ReadString('\\n')
	if line != "" {
		rows = append(rows, parse(line)) // also the last one
	}
	if errors.Is(err, io.EOF) {
		return rows, nil
	}
}
\`\`\`

- [x] importer
- [ ] the exporter has the same loop; see [the issue](https://example.com/ledger/issues/12)

> Nothing else reads these files.`;

/** A realistic session with every kind of row. */
export function demoRows(): Row[] {
  return [
    userRow(
      'The importer drops the last row when a CSV file has no newline at its end.\nFind out why and fix it, with a test. The code is in `importer/`.',
    ),
    thinkingRow(
      'The user reports that the last row is lost. This smells like a loop over `ReadString` that returns on `io.EOF` before using the line.\n\nLet me look at the reader first.',
    ),
    toolRow('grep', {
      title: 'ReadString|bufio.Scanner',
      input: long('{\n  "pattern": "ReadString|bufio.Scanner",\n  "path": "importer"\n}'),
      output: long("importer/read.go:31:\tline, err := reader.ReadString('\\n')"),
      durationNs: 38_000_000,
    }),
    toolRow('read_file', {
      title: 'importer/read.go',
      input: long('{\n  "path": "importer/read.go",\n  "limit": 80\n}'),
      output: long('package importer\n\nimport (\n\t"bufio"\n\t"io"\n)'),
      durationNs: 4_000_000,
    }),
    assistantRow(
      'I have found it: `readRows` returns as soon as it sees `io.EOF`. First a test that shows it.',
    ),
    shellRow('go test ./importer -run TestImport -v', {
      summary: 'Run the importer tests',
      state: 'failed',
      exitCode: 1,
      durationNs: 3_120_000_000,
      output: long(failingRun),
    }),
    toolRow('edit_file', {
      title: 'importer/read.go',
      input: long('{\n  "path": "importer/read.go"\n}'),
      output: long('Replaced 1 of 1.'),
      durationNs: 9_000_000,
    }),
    diffRow(
      'importer/read.go',
      [
        '@@ -28,9 +28,12 @@ func readRows(reader *bufio.Reader) ([]Row, error) {',
        ' \tvar rows []Row',
        ' \tfor {',
        " \t\tline, err := reader.ReadString('\\n')",
        '-\t\tif err == io.EOF {',
        '-\t\t\treturn rows, nil',
        '+\t\tif line != "" {',
        '+\t\t\trows = append(rows, parse(line))',
        ' \t\t}',
        '-\t\trows = append(rows, parse(line))',
        '+\t\tif errors.Is(err, io.EOF) {',
        '+\t\t\treturn rows, nil',
        '+\t\t}',
        ' \t}',
        ' }',
      ].join('\n'),
    ),
    shellRow('go test ./...', { output: long(longListing), durationNs: 74_000_000_000 }),
    assistantRow(answer),
    compactionRow(
      '## Summary so far\n\n- The importer lost the last row of files without a final newline; fixed in `importer/read.go`.\n- Tests pass. The exporter has the same loop and is still to do.',
    ),
    userRow('Good. Now the exporter, please, and keep the change small.'),
    toolRow('read_file', {
      title: 'exporter/write.go',
      state: 'failed',
      input: long('{\n  "path": "exporter/write.go"\n}'),
      error: 'open exporter/write.go: no such file or directory',
      durationNs: 1_000_000,
    }),
    toolRow('mcp__issues__search', {
      title: 'exporter newline',
      state: 'unfinished',
      input: long('{\n  "query": "exporter newline"\n}'),
      durationNs: undefined,
    }),
    interruptionRow(),
    userRow('It is in `export/`, not `exporter/`. אפשר גם לכתוב בעברית.'),
    shellRow('ls export', {
      output: long('csv.go\ncsv_test.go\njson.go'),
      durationNs: 6_000_000,
    }),
    errorRow('The model did not answer within 60 seconds.'),
    noticeRow('Switched to model sonnet-large.'),
    unknownRow('checkpoint_saved', { type: 'checkpoint_saved', id: 'c-7', files: 2 }),
    problemRow(
      'The line is not valid JSON, so what it held is not shown.',
      '{"seq":41,"kind":"ass',
    ),
    assistantRow(
      '`csv.go` writes a newline after every row, also the last. Nothing to change there.',
    ),
  ];
}

export function demoMessages(): ConversationMessage[] {
  return [
    {
      role: 'user',
      parts: [
        {
          type: 'text',
          text: '[Summary of the conversation so far]\n- The importer lost the last row of files without a final newline; fixed.\n- The exporter has the same loop and is still to do.',
        },
      ],
    },
    { role: 'user', parts: [{ type: 'text', text: 'Good. Now the exporter, please.' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'I look at the exporter.' },
        {
          type: 'toolCall',
          callId: 'c1',
          name: 'bash',
          input: { command: 'ls export' },
        },
      ],
    },
    {
      role: 'user',
      parts: [
        { type: 'toolResult', callId: 'c1', text: 'csv.go\ncsv_test.go\njson.go', isError: false },
      ],
    },
    {
      role: 'assistant',
      parts: [{ type: 'text', text: '`csv.go` writes a newline after every row.' }],
    },
  ];
}

/** A session of a given length: turns of a question, three calls and an answer. */
export function manyRows(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => numberedRow(at));
}

/** One of many rows, showing its number. */
export function numberedRow(at: number): Row {
  switch (at % 5) {
    case 0:
      return userRow(`Question ${at}: what about part ${at}?`);
    case 4:
      return assistantRow(
        `Answer ${at}. ${'It takes some words to say it. '.repeat((at % 7) * 4 + 1)}`,
      );
    default:
      return toolRow('read_file', { title: `src/part${at}.ts` });
  }
}

/** Rows of every kind, repeated, each with its own ID. */
export function rowsOfEveryKind(count: number): Row[] {
  const rowAt = everyKind();
  return Array.from({ length: count }, (_, at) => rowAt(at));
}

/** The same, one by one. */
export function everyKind(): (at: number) => Row {
  const kinds = demoRows();
  return (at) => {
    const row = kinds[at % kinds.length] ?? userRow('');
    const source = { line: at + 1, offset: at * 400, length: 380 };
    return { ...row, id: `${at + 1}.0`, source };
  };
}

/** How long the rows of `timedRows` take, ms: some at once, some minutes, and idle hours between. */
const spans = [4_000, 2_000, 0, 9_000, 1_000, 41_000, 3_000, 0, 74_000, 15_000, 6_000] as const;

/** A working day: rows of every kind with times, each at its own pace. */
export function timedRows(count: number): Row[] {
  const rowAt = everyKind();
  let time = Date.UTC(2026, 10, 20, 9, 12);
  return Array.from({ length: count }, (_, at) => {
    const row = { ...rowAt(at), time };
    const isIdle = at % 67 === 66;
    time += isIdle ? 50 * 60_000 : (spans[(at * 7) % spans.length] ?? 0);
    return row;
  });
}
