import type { Row } from '#core/rows/row.ts';
import { demoRows } from './pageRows.ts';
import {
  assistantRow,
  compactionRow,
  diffRow,
  long,
  shellRow,
  thinkingRow,
  toolRow,
  userRow,
} from './pageSamples.ts';

const prompts: readonly string[] = [
  'Add a --dry-run flag to the import command, and print what would change.',
  'The help text should say that it writes nothing. Also mention it in docs/import.md.',
  'Why does `ledger import --dry-run` still open the database for writing?',
  'OK, open it read-only then.',
  'Run the whole test suite once more.',
  'Two tests of the exporter are flaky. Look at how they wait, and make them wait for the event instead of sleeping.',
  'Is there a place where we swallow errors of the reader?',
  'Wrap them with the name of the file, as the other commands do.',
  'Write the release notes for 2.4.',
];

/** A morning's work: a realistic session with times, many prompts and everything they lead to. */
export function storyRows(): Row[] {
  const first = demoRows();
  const rest = prompts.flatMap((prompt, at): Row[] => [
    ...(at === 5
      ? [compactionRow('## So far\n\n- The importer keeps the last row.\n- `--dry-run` is there.')]
      : []),
    userRow(prompt),
    thinkingRow('Let me see where the flags of the command are parsed before I change anything.'),
    toolRow('read_file', { title: 'cmd/import.go', output: long('package cmd\n') }),
    toolRow('grep', { title: 'flag.Bool', output: long('cmd/import.go:41') }),
    ...Array.from({ length: at % 3 }, (_, edit) =>
      diffRow(
        `cmd/import${edit === 0 ? '' : '_test'}.go`,
        '@@ -40,6 +40,7 @@ func newImport() *Command {\n \tcommand := &Command{}\n-\tflags.Parse()\n+\tcommand.dryRun = flags.Bool("dry-run")\n+\tflags.Parse()\n }',
      ),
    ),
    shellRow('go test ./cmd/...', {
      output: long('ok      example.com/ledger/cmd  0.412s'),
      durationNs: 2_140_000_000,
      ...(at % 4 === 2 ? { state: 'failed', exitCode: 1 } : {}),
    }),
    assistantRow(
      'Done. `--dry-run` reads the file, compares it with the ledger and prints the rows that it would add, without opening the database for writing.\n\n- one flag, one branch in `run`\n- a test for each of the two outcomes',
    ),
  ]);
  const start = Date.UTC(2026, 10, 20, 9, 12);
  return [...first, ...rest].map((row, at) => ({
    ...row,
    time: start + at * 27_000 + (at % 7) * 3_000,
  }));
}

/** Thousands of prompts, each with one call. */
export function manyPrompts(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => [
    userRow(
      `Prompt ${at}: ${at % 3 === 0 ? 'a longer one that needs a second line in the outline' : 'go on'}`,
    ),
    toolRow('read_file', { title: `src/part${at}.ts` }),
  ]).flat();
}
