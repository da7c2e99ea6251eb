import { inspect } from 'node:util';
import { Missing, sentenceOf } from '../vscode/missing.mjs';
import { fullScale, quickScale, type Finding } from './row.ts';
import { benchRows } from './rows.ts';

// Measures a row in a process of its own: `node measureRow.js NAME full|quick`, started by main.ts.

/** What it found, or why not. */
export type Outcome = { readonly finding: Finding } | { readonly failure: string };

const [name, scale] = process.argv.slice(2);
process.send?.(await outcome());
process.disconnect();

async function outcome(): Promise<Outcome> {
  try {
    const row = benchRows.find((candidate) => candidate.name === name);
    const finding = await row?.measure(scale === 'quick' ? quickScale : fullScale);
    if (finding === undefined || !Number.isFinite(finding.value / finding.baseline)) {
      return { failure: 'Nothing was measured.' };
    }
    return { finding };
  } catch (error) {
    process.stderr.write(`${error instanceof Missing ? error.message : inspect(error)}\n`);
    // The rest is how it came about.
    const [failure = ''] = sentenceOf(error).split('\n');
    return { failure };
  }
}
