import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSqlite } from '#store/sources/database/sqliteModule.ts';
import { ensureNode } from '../vscode/codeServer.mjs';
import { Missing, runMain } from '../vscode/missing.mjs';
import { messageOfChild } from './child.ts';
import type { Finding } from './measure.ts';
import type { BenchRow } from './row.ts';
import { benchRows } from './rows.ts';
import { head, isWithin, lineOf, resultOf, type Result } from './table.ts';

const usage = `npm run bench [-- [--quick] [--only NAME] [--json FILE]]

Measures the product against bare baselines; the ratio is what counts. Makes its data itself, in the
cache folder outside the checkout, and keeps it for the next run.

  --quick      smaller data, fewer runs and not the longest rows, under two minutes
  --only NAME  that row alone, or all whose names begin with NAME and a colon; can be repeated
  --json FILE  writes the rows to a file as well

${benchRows.map((row) => `  ${row.name.padEnd(20)} ${row.title}`).join('\n')}`;

await runMain(async () => {
  const { quick = false, only = [], json, help } = options();
  if (help === true) {
    write(usage);
    return 0;
  }
  const rows = chosenRows(only, quick);
  write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${gigabytes()} GB`,
  );
  write(head);
  const results: Result[] = [];
  for (const row of rows) {
    const result = resultOf(row, await measured(row, quick));
    results.push(result);
    write(lineOf(result));
  }
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  }
  write(`\n${results.filter(isWithin).length} of ${results.length} rows are within their targets`);
  return 0;
});

function options() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Missing(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function chosenRows(names: readonly string[], quick: boolean): readonly BenchRow[] {
  const isNamed = (row: BenchRow, name: string) =>
    row.name === name || row.name.startsWith(`${name}:`);
  const unknown = names.filter((name) => !benchRows.some((row) => isNamed(row, name)));
  if (unknown.length > 0) {
    throw new Missing(`No row is called ${unknown.join(', ')}.\n\n${usage}`);
  }
  return names.length === 0
    ? benchRows.filter(({ isLong }) => !(quick && isLong === true))
    : benchRows.filter((row) => names.some((name) => isNamed(row, name)));
}

/** Each row runs in its own process, so that none inherits another's heap or compiled code. */
async function measured({ name, needsSqlite = false }: BenchRow, quick: boolean): Promise<Finding> {
  const file = join(import.meta.dirname, 'measureRow.js');
  const args = [name, quick ? 'quick' : 'full'];
  const node = needsSqlite && loadSqlite() === undefined ? await ensureNode() : process.execPath;
  const finding = await messageOfChild(file, args, ['--expose-gc'], node);
  if (finding === undefined) {
    // Its message was already printed; the other rows are still worth having.
    return { value: NaN, baseline: NaN, runs: 0, note: 'it failed' };
  }
  return finding as Finding;
}

function gigabytes(): string {
  return (totalmem() / 2 ** 30).toFixed(0);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
