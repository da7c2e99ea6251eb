import { parseArgs } from 'node:util';
import { Missing, runMain } from '../vscode/missing.mjs';
import { runSteps } from './schedule.mjs';
import { steps } from './table.mjs';

const usage = `npm test [-- [STEP…] [--grep=TEXT] [--verbose]]

Runs all steps, or those named and what they need:
${steps.map((step) => `  ${step.name.padEnd(9)} ${step.title}`).join('\n')}

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
  const started = performance.now();
  const { passed, failed } = await runSteps(chosenSteps(positionals), {
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
 * The named steps with all their dependencies; every step if none is named.
 * @param {readonly string[]} names
 */
function chosenSteps(names) {
  if (names.length === 0) {
    return steps;
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
