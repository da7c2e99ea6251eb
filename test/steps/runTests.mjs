import { parseArgs } from 'node:util';
import { Missing, runMain } from '../vscode/missing.mjs';
import { runSteps } from './schedule.mjs';
import { steps } from './table.mjs';

const usage = `npm test [-- [STEP…] [--grep=TEXT] [--verbose]]
npm run test:full [-- [STEP…] [--grep=TEXT] [--verbose]]

The first runs what a change needs, the second everything: more tests of each step, more runs of each
property, and the steps marked with a star. Both run all their steps, or those named and what they need:
${steps.map(({ name, title, onlyInFull }) => `  ${name.padEnd(9)} ${onlyInFull ? '* ' : ''}${title}`).join('\n')}

  --grep=TEXT  only tests whose full title holds TEXT
  --verbose    show all output as it comes
  --help       show this`;

await runMain(async () => {
  const { values, positionals } = parsedArguments();
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Missing(
      `No step is called ${unknown.join(', ')}: ${steps.map((step) => step.name).join(', ')}.`,
    );
  }
  const isFull = values.full === true;
  // Read by `support/full.ts` in the processes of all steps.
  process.env.SESSION_BROWSER_FULL = isFull ? '1' : '';
  const started = performance.now();
  const { passed, failed } = await runSteps(chosenSteps(positionals, isFull), {
    grep: values.grep,
    verbose: values.verbose === true,
    print: (text) => {
      console.log(text);
    },
  });
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s in all`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

function parsedArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        full: { type: 'boolean' },
        grep: { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Missing(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/**
 * The named steps with all their dependencies; if none is named, all steps of the command.
 * @param {readonly string[]} names
 * @param {boolean} isFull
 */
function chosenSteps(names, isFull) {
  if (names.length === 0) {
    return steps.filter(({ onlyInFull }) => isFull || onlyInFull !== true);
  }
  const wanted = new Set(names);
  // The table lists dependencies first, so one reverse pass finds all of them.
  for (const step of [...steps].reverse()) {
    if (wanted.has(step.name)) {
      for (const name of step.needs ?? []) {
        wanted.add(name);
      }
    }
  }
  return steps.filter((step) => wanted.has(step.name));
}
