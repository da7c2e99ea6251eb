import { Missing } from '../vscode/missing.mjs';
import type { Finding } from './measure.ts';
import { fullScale, quickScale, type BenchRow } from './row.ts';
import { benchRows } from './rows.ts';

// Measures one row in its own process: `node measureRow.js NAME full|quick`, started by main.ts.
const [name, scale] = process.argv.slice(2);
const row = benchRows.find((candidate) => candidate.name === name);
if (row === undefined || process.send === undefined) {
  throw new Error('This is a part of `npm run bench`.');
}
process.send(await finding(row));
process.disconnect();

/** Reports whatever is missing on this machine, and measures nothing. */
async function finding({ find }: BenchRow): Promise<Finding> {
  try {
    return await find(scale === 'quick' ? quickScale : fullScale);
  } catch (error) {
    if (error instanceof Missing) {
      return { value: NaN, baseline: NaN, runs: 0, note: error.message };
    }
    throw error;
  }
}
