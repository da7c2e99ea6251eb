import type { Row, RowOf } from '#core/rows/row.ts';
import { toolTitle } from '#core/rows/toolTitle.ts';
import { viewOf } from '#core/rows/views/viewOf.ts';
import { longText, pageLimits, textEnd } from '#core/text/longText.ts';
import { readableValue } from '#core/text/readableValue.ts';
import { assistantRow, errorRow, shellRow, toolRow, userRow } from './pageSamples.ts';

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: string;
}

/** A call's row as the host builds it. */
export function callRow({ name, input, output, error }: Call): RowOf<'tool'> {
  const view = viewOf(
    { name, input, output: error === undefined ? output : undefined },
    pageLimits,
  );
  return toolRow(name, {
    title: toolTitle(input),
    state: error === undefined ? 'done' : 'failed',
    input: longText(readableValue(input), pageLimits),
    output: output === undefined ? undefined : longText(readableValue(output), pageLimits),
    error,
    ...(view === undefined ? {} : { view }),
  });
}

const source = `package tide

import (
	"math"
	"time"
)

// Height returns the height of the tide at t, in metres above chart datum.
func (s Station) Height(t time.Time) float64 {
	h := s.MeanLevel
	hours := t.Sub(s.epoch()).Hours()
	for _, c := range s.Constituents {
		h += c.Amplitude * math.Cos(radians(c.Speed*hours-c.Phase))
	}
	return h
}`;

/** A call of each kind, in the words of the agents that make them. */
export const toolCalls = {
  read: {
    name: 'read_file',
    input: { path: '/home/ada/src/ledger/tide/predict.go', offset: 1, limit: 2000 },
    output: {
      bytes_read: 560,
      content: source
        .split('\n')
        .map((line, at) => `${at + 1}:A${at % 10}|${line}`)
        .join('\n'),
      limit: 2000,
      offset: 1,
      path: '/home/ada/src/ledger/tide/predict.go',
      total_lines: 23,
      truncated: false,
    },
  },
  write: {
    name: 'Write',
    input: {
      file_path: '/home/ada/src/ledger/stations/dover.toml',
      content: 'name = "Dover"\nzone = "Europe/London"\nmean_level = 3.67 # m above LAT\n',
    },
    output: 'File created successfully.',
  },
  edit: {
    name: 'MultiEdit',
    input: {
      file_path: '/home/ada/src/ledger/tide/table.go',
      edits: [
        {
          old_string:
            'for t := day; t.Before(day.Add(24 * time.Hour)); t = t.Add(step) {\n\trows = append(rows, s.row(t))\n}',
          new_string:
            'end := day.AddDate(0, 0, 1)\nfor t := day; t.Before(end); t = t.Add(step) {\n\trows = append(rows, s.row(t))\n}',
        },
        {
          old_string: 'next := day.Add(24 * time.Hour)',
          new_string: 'next := day.AddDate(0, 0, 1)',
        },
      ],
    },
    output: 'Applied 2 edits to tide/table.go',
  },
  patch: {
    name: 'apply_patch',
    input:
      '*** Begin Patch\n*** Update File: tide/table.go\n*** Move to: tide/rows.go\n@@ func Table\n \tvar rows []Row\n-\tstep := 10\n+\tstep := 5\n*** Add File: tide/mark.go\n+package tide\n*** Delete File: tide/old.go\n*** End Patch',
    output: 'Success.',
  },
  search: {
    name: 'grep',
    input: {
      pattern: String.raw`time\.(Local|LoadLocation)`,
      path: 'tide',
      output_mode: 'content',
    },
    output: {
      base_path: '/home/ada/src/ledger',
      count: 4,
      matches: [
        {
          file: 'cmd/tides/main.go',
          line: '\tloc, err := time.LoadLocation(*zone)',
          line_number: 31,
        },
        { file: 'tide/station.go', line: '\tLocation     *time.Location', line_number: 18 },
        {
          file: 'tide/station.go',
          line: '\t\tst.Location = time.UTC // the Admiralty file is in UT',
          line_number: 47,
        },
        {
          file: 'tide/table.go',
          line: '\tday := time.Date(y, m, d, 0, 0, 0, 0, s.Location)',
          line_number: 122,
        },
      ],
      output_mode: 'content',
      pattern: String.raw`time\.(Local|LoadLocation)`,
    },
  },
  files: {
    name: 'Glob',
    input: { pattern: '**/*.go' },
    output: Array.from({ length: 40 }, (_, at) => `/home/ada/src/ledger/tide/part${at}.go`).join(
      '\n',
    ),
  },
  web: {
    name: 'web_fetch',
    input: { url: 'https://example.org/tide-tables/notes?lang=en&year=2026' },
    output: {
      content:
        '# Notes on the tables\n\nTimes are given in local time. On the day on which clocks go back, the hour that occurs twice is marked **A** (before the change) and **B** (after it).',
      status_code: 200,
      url: 'https://example.org/tide-tables/notes?lang=en&year=2026',
    },
  },
  results: {
    name: 'WebSearch',
    input: { query: 'harmonic constants Dover M2' },
    output: {
      results: [
        {
          title: 'Tidal constituents of Dover',
          url: 'https://example.org/dover',
          snippet: 'M2 2.24 m, 335.4°',
        },
        { title: 'A link that is none', url: 'command:evil', snippet: '' },
      ],
    },
  },
  todo: {
    name: 'TodoWrite',
    input: {
      todos: [
        { content: 'Read how the tables are made', status: 'completed', activeForm: 'Reading' },
        {
          content: 'Write a test for the day with 25 hours',
          status: 'completed',
          activeForm: 'Writing',
        },
        { content: 'Count days by the calendar', status: 'in_progress', activeForm: 'Counting' },
        { content: 'Update the documentation', status: 'pending', activeForm: 'Updating' },
        { content: 'Print the zone beside each time', status: 'cancelled', activeForm: 'Printing' },
      ],
    },
    output: 'Todos have been modified successfully.',
  },
  agent: {
    name: 'Task',
    input: {
      subagent_type: 'explorer',
      description: 'Compare Dover',
      prompt:
        'Compare the high waters of **Dover** with `high_waters-2026.json`.\n\n- Report every difference above 2 minutes.\n- Change nothing.',
    },
    output:
      'All 705 high waters agree **within one minute**.\n\n| month | worst |\n| --- | --: |\n| March | 48 s |',
  },
  delegate: {
    name: 'delegate_task',
    input: {
      tasks: [
        { agent: 'explorer', task: 'Compare dover with high_waters-2026.json' },
        { agent: 'reviewer', task: 'Compare bremen with high_waters-2026.json' },
      ],
    },
    output: {
      completed: 1,
      completed_by_agent: { explorer: 1 },
      failed: 1,
      failed_by_agent: { reviewer: 1 },
    },
  },
  mcp: {
    name: 'call_mcp_tool',
    input: {
      server: 'gauges',
      tool: 'high_waters',
      arguments: { stations: ['dover', 'hamburg', 'bremen'], year: 2026, zone: 'UTC' },
    },
    output: {
      artifact_path: '/tmp/keen/high_waters-2026.json',
      content: '{"dover":705,"hamburg":705,"bremen":706}',
      server: 'gauges',
      tool: 'high_waters',
      truncated: true,
    },
  },
  ask: {
    name: 'AskUserQuestion',
    input: {
      questions: [
        {
          header: 'Format',
          question: 'How should the doubled hour look?',
          options: [
            { label: '02:30 A / 02:30 B', description: 'As in the printed tables' },
            { label: '02:30+02 / 02:30+01', description: 'With the offset from UTC' },
          ],
        },
        { question: 'Anything else?', options: [] },
      ],
    },
    output:
      'User has answered your questions: "How should the doubled hour look?"="02:30 A / 02:30 B", "Anything else?"="Mark the day in the heading". You can now continue.',
  },
  failed: {
    name: 'read_file',
    input: { path: 'tide/calendar.go' },
    error:
      '{"error":{"type":"not_found","message":"There is no file tide/calendar.go.","candidates":["tide/table.go"]}}',
  },
} as const satisfies Readonly<Record<string, Call>>;

const esc = '\u001b';

/** Output of a program that uses what terminals have. */
function terminalOutput(): string {
  const progress = [10, 45, 80, 100].map((done) => `\rResolving ${done}%`).join('');
  const hues = ['#ffff66', '#00ff7f', '#101080', '#c586c0', '#ff8800', '#f0f0f0', '#202020'];
  const rgb = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(';');
  const tests = Array.from(
    { length: 60 },
    (_, at) => `${esc}[32m✓${esc}[0m test ${at}\t${esc}[2m${at % 9} ms${esc}[0m`,
  );
  return [
    progress,
    ...tests,
    `build a${esc}[K\r${esc}[32mbuild a: done${esc}[0m\nbuild b\n`,
    hues.map((hex) => `${esc}[38;2;${rgb(hex)}m${hex}${esc}[0m`).join(' '),
    hues.map((hex) => `${esc}[48;2;${rgb(hex)}m ${hex} ${esc}[0m`).join(' '),
    [52, 88, 124, 160, 196, 202, 208, 226, 46, 21, 93]
      .map((at) => `${esc}[38;5;${at}m${at}`)
      .join(' ') + `${esc}[0m`,
    `${esc}[1mbold${esc}[0m ${esc}[3mitalic${esc}[0m ${esc}[4munderline${esc}[0m ${esc}[9mstrike${esc}[0m ${esc}[7minverse${esc}[0m ${esc}[31;7minverse red${esc}[0m`,
    `see ${esc}]8;;https://example.org${esc}\\the report${esc}]8;;${esc}\\`,
    `${esc}[31mFAIL${esc}[0m  tide/table_test.go:48`,
  ].join('\n');
}

export function toolRows(): Row[] {
  const output = terminalOutput();
  const log = Array.from(
    { length: 9_000 },
    (_, at) => `[${at}] packet received, 1,500 bytes\n`,
  ).join('');
  const head = longText(log, pageLimits);
  const end = textEnd(log, head, pageLimits);
  return [
    userRow('Show me every tool.'),
    assistantRow(
      'The height of the tide is a sum of constituents:\n\n$$\nh(t) = h_0 + \\sum_{i=1}^{n} A_i \\cos\\left(\\frac{2\\pi}{T_i} t - \\varphi_i\\right)\n$$\n\n```math\n\\begin{aligned}a &= \\begin{pmatrix}1 & 2\\\\ 3 & 4\\end{pmatrix}\\\\ bb &= \\sqrt[3]{x}\\end{aligned}\n```',
    ),
    shellRow('npm test', { state: 'failed', exitCode: 1, output: longText(output, pageLimits) }),
    shellRow('journalctl -u gauge', {
      output: head,
      ...(end === undefined ? {} : { outputEnd: end }),
    }),
    ...Object.values(toolCalls).map((call) => callRow(call)),
    errorRow(
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"The prompt is too long."}}',
    ),
  ];
}
