import { Missing } from '../vscode/missing.mjs';
import type { Finding } from './measure.ts';
import { fullScale, quickScale, type BenchRow } from './row.ts';
import { benchRows } from './rows.ts';

// Measures one row in a process of its own: `node measureRow.js NAME full|quick`, started by main.ts.
const [name, scale] = process.argv.slice(2);
const row = benchRows.find((candidate) => candidate.name === name);
if (row === undefined || process.send === undefined) {
  throw new Error('This is a part of `npm run bench`.');
}
process.send(await finding(row));
process.disconnect();

/** What cannot be had on this machine is said, and nothing is measured. */
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
