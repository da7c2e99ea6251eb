import { availableParallelism } from 'node:os';
import { Missing, sentenceOf } from '../vscode/missing.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string} output everything that was said, shown when something failed
 * @property {readonly import('../reporter.mjs').SlowTest[]} [slowest]
 *
 * @typedef {object} StepContext
 * @property {string | undefined} grep picks tests by title
 * @property {boolean} verbose
 * @property {((text: string) => void) | undefined} onOutput set where output is shown as it comes
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} [needs] steps without which this one cannot run
 * @property {readonly string[]} [after] steps that must have ended, whatever their outcome
 * @property {boolean} [onlyInFull] whether `npm test` runs it only if it is named
 * @property {(context: StepContext) => Promise<Outcome>} run
 */

const slots = availableParallelism();
const listedSlowest = 10;

/**
 * Runs steps in table order, in parallel where possible.
 * @param {readonly Step[]} steps
 * @param {{ grep: string | undefined, verbose: boolean, print: (text: string) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps, { grep, verbose, print }) {
  /** @type {Map<string, Outcome>} */
  const done = new Map();
  /** @type {Map<string, number>} */
  const times = new Map();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const waiting = [...steps];
  const chosen = new Set(steps.map((step) => step.name));

  /** @param {Step} step */
  const isReady = (step) =>
    [...(step.needs ?? []), ...(step.after ?? [])].every(
      (name) => done.has(name) || !chosen.has(name),
    ) && running.size < slots;

  /** @param {Step} step */
  const launch = async (step) => {
    const started = performance.now();
    if (verbose) {
      print(`▶ ${step.title}`);
    }
    const outcome = await outcomeOf(step, done, {
      grep,
      verbose,
      onOutput: verbose ? (text) => print(text.trimEnd()) : undefined,
    });
    const ms = performance.now() - started;
    times.set(step.name, ms);
    done.set(step.name, outcome);
    running.delete(step.name);
    print(closingLine(step, outcome, ms));
    if (outcome.failed > 0 && !verbose) {
      print(outcome.output.trimEnd());
    }
  };

  while (done.size < steps.length) {
    for (const step of [...waiting]) {
      if (isReady(step)) {
        waiting.splice(waiting.indexOf(step), 1);
        running.set(step.name, launch(step));
      }
    }
    if (running.size === 0) {
      throw new Error(
        `These steps wait for each other: ${waiting.map((step) => step.name).join(', ')}.`,
      );
    }
    await Promise.race(running.values());
  }
  for (const step of steps) {
    const outcome = done.get(step.name);
    if (outcome !== undefined && outcome.failed > 0) {
      print(`\n✘ ${step.title}: ${outcome.failed} FAILED\n${whyIn(outcome.output)}`);
    }
  }
  const longestFirst = [...times].sort(([, a], [, b]) => b - a);
  print(`\n${longestFirst.map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`).join(' · ')}`);
  const outcomes = [...done.values()];
  const slowest = [...done].flatMap(([name, { slowest: tests = [] }]) =>
    tests.map((test) => ({ name, ...test })),
  );
  if (slowest.length > 0) {
    print('\nThe slowest tests:');
  }
  for (const { name, title, ms } of slowest.sort((a, b) => b.ms - a.ms).slice(0, listedSlowest)) {
    print(`  ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}: ${title}`);
  }
  return {
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
    failed: outcomes.reduce((sum, outcome) => sum + outcome.failed, 0),
  };
}

/**
 * A step's failures: the reporter prints each after all tests. Often only the end of a log is kept,
 * so they are repeated there.
 * @param {string} output
 */
function whyIn(output) {
  const lines = output.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('✘ '));
  return lines
    .slice(first < 0 ? -60 : first)
    .slice(0, 120)
    .join('\n');
}

/** @param {Step} step @param {Map<string, Outcome>} done @param {StepContext} context */
async function outcomeOf(step, done, context) {
  const broken = (step.needs ?? []).filter((name) => (done.get(name)?.failed ?? 0) > 0);
  if (broken.length > 0) {
    return failure(context, `Not run, because ${broken.join(' and ')} failed.`);
  }
  try {
    return await step.run(context);
  } catch (error) {
    return failure(
      context,
      error instanceof Missing
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : sentenceOf(error),
    );
  }
}

/** @param {StepContext} context @param {string} sentence @returns {Outcome} */
function failure(context, sentence) {
  context.onOutput?.(sentence);
  return { passed: 0, failed: 1, output: sentence };
}

/** @param {Step} step @param {Outcome} outcome @param {number} ms */
function closingLine(step, { passed, failed }, ms) {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (failed > 0) {
    return `✘ ${step.title}: ${passed} passed, ${failed} FAILED (${seconds})`;
  }
  return passed === 1 ? `✔ ${step.title} (${seconds})` : `✔ ${step.title}: ${passed} (${seconds})`;
}
