import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Missing, runMain, sentenceOf } from '../vscode/missing.mjs';
import { messageOfChild } from './child.ts';
import type { Outcome } from './measureRow.ts';
import type { BenchRow, Finding } from './row.ts';
import { benchRows } from './rows.ts';

/** Of the first column, in characters. */
const nameWidth = 20;

const usage = `npm run bench [-- [--quick] [--only NAME]]

Measures the product against bare baselines; the ratio is what counts. Makes its data itself, in the
cache folder outside the checkout, and keeps it for the next run. Fails if a row cannot be measured.

  --quick      only tells whether each row works, with the least data and the fewest runs
  --only NAME  that row alone, or all whose names begin with NAME and a colon; can be repeated

${benchRows.map((row) => `  ${row.name.padEnd(nameWidth)} ${row.title}`).join('\n')}`;

await runMain(async () => {
  const { quick = false, only = [], help = false } = options();
  if (help) {
    write(usage);
    return 0;
  }
  const rows = chosenRows(only);
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  write(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${memory} GB`);
  write(cells('row', 'value', 'baseline', 'ratio', quick ? '' : 'target'));
  let within = 0;
  const failures: string[] = [];
  for (const row of rows) {
    const outcome = await measured(row, quick);
    if ('failure' in outcome) {
      write(`${row.name.padEnd(nameWidth)} failed: ${outcome.failure}`);
      failures.push(`  ${row.name}: ${outcome.failure}`);
    } else {
      const { value, baseline } = outcome.finding;
      within += value / baseline <= row.target ? 1 : 0;
      write(lineOf(row, outcome.finding, quick));
    }
  }
  const count = rows.length;
  write(quick ? '' : `\n${within} of ${count} rows are within their targets`);
  write(`${count - failures.length} of ${count} rows work`);
  if (failures.length > 0) {
    write(`${failures.length} failed:\n${failures.join('\n')}`);
  }
  return failures.length === 0 ? 0 : 1;
});

function options() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Missing(`${sentenceOf(error)}\n\n${usage}`);
  }
}

function chosenRows(names: readonly string[]): readonly BenchRow[] {
  const isNamed = (row: BenchRow, name: string) => `${row.name}:`.startsWith(`${name}:`);
  const unknown = names.filter((name) => !benchRows.some((row) => isNamed(row, name)));
  if (unknown.length > 0) {
    throw new Missing(`No row is called ${unknown.join(', ')}.\n\n${usage}`);
  }
  return names.length === 0
    ? benchRows
    : benchRows.filter((row) => names.some((name) => isNamed(row, name)));
}

/** Each row runs in a process of its own, so that none inherits another's heap or compiled code. */
async function measured({ name }: BenchRow, quick: boolean): Promise<Outcome> {
  const file = join(import.meta.dirname, 'measureRow.js');
  try {
    return (await messageOfChild(file, [name, quick ? 'quick' : 'full'])) as Outcome;
  } catch (error) {
    return { failure: sentenceOf(error) };
  }
}

function lineOf(row: BenchRow, { value, baseline, note }: Finding, quick: boolean): string {
  const ratio = value / baseline;
  const verdict = ratio <= row.target ? 'ok' : 'OVER';
  return [
    cells(
      row.name,
      amount(value, row.unit),
      amount(baseline, row.unit),
      ratio.toFixed(2),
      quick ? '' : `≤ ${row.target}`,
    ),
    quick ? 'works' : verdict,
    note === undefined ? '' : ` (${note})`,
  ].join(' ');
}

function cells(name: string, value: string, baseline: string, ratio: string, target: string) {
  const numbers = [value.padStart(10), baseline.padStart(10), ratio.padStart(7)];
  return [name.padEnd(nameWidth), ...numbers, target.padStart(7)].join(' ');
}

function amount(value: number, unit: BenchRow['unit']): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
