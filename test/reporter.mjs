import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed tests and hooks
 * @property {number} pending
 * @property {readonly SlowTest[]} slowest first the slowest
 *
 * @typedef {object} SlowTest
 * @property {string} title
 * @property {number} ms
 */

const listedSlowest = 10;

/**
 * Prints one line per top-level suite (per test where tests take seconds), then each failure in
 * full. `SESSION_BROWSER_RESULTS` names a file for the counts, `SESSION_BROWSER_EACH_TEST` requests
 * a line per test, and `SESSION_BROWSER_MARK` prefixes every line where others write to the same
 * console.
 */
export class Reporter extends Mocha.reporters.Base {
  /** @param {import('mocha').Runner} runner */
  constructor(runner) {
    super(runner);
    const { constants } = Mocha.Runner;
    const counts = { passed: 0, failed: 0, pending: 0 };
    /** @type {SlowTest[]} */
    const tests = [];
    /** @type {{ title: string, error: unknown }[]} */
    const failures = [];
    const eachTest = process.env.SESSION_BROWSER_EACH_TEST === '1';
    let before = { ...counts };

    runner.on(constants.EVENT_SUITE_BEGIN, (suite) => {
      if (suite.parent?.root === true) {
        before = { ...counts };
        if (eachTest) {
          say(`  ${suite.title}`);
        }
      }
    });
    runner.on(constants.EVENT_TEST_PASS, (test) => {
      counts.passed += 1;
      tests.push({ title: test.fullTitle(), ms: test.duration ?? 0 });
      if (eachTest) {
        say(`    ✔ ${pathInSuite(test)} (${test.duration ?? 0} ms)`);
      }
    });
    runner.on(constants.EVENT_TEST_FAIL, (test, error) => {
      counts.failed += 1;
      failures.push({ title: test.fullTitle(), error });
      if (eachTest) {
        say(`    ✘ ${pathInSuite(test)}\n${describe(error)}`);
      }
    });
    runner.on(constants.EVENT_TEST_PENDING, (test) => {
      counts.pending += 1;
      failures.push({ title: test.fullTitle(), error: 'This test is switched off.' });
    });
    runner.on(constants.EVENT_SUITE_END, (suite) => {
      if (suite.parent?.root === true && !eachTest) {
        const failed = counts.failed + counts.pending - before.failed - before.pending;
        const total = counts.passed - before.passed + failed;
        say(
          failed === 0
            ? `  ✔ ${suite.title} (${total})`
            : `  ✘ ${suite.title} (${failed} of ${total} failed)`,
        );
      }
    });
    runner.once(constants.EVENT_RUN_END, () => {
      for (const { title, error } of failures) {
        say(`\n✘ ${title}\n${describe(error)}`);
      }
      const file = process.env.SESSION_BROWSER_RESULTS;
      if (file !== undefined) {
        const slowest = tests.sort((a, b) => b.ms - a.ms).slice(0, listedSlowest);
        /** @type {Counts} */
        const result = { ...counts, slowest };
        writeFileSync(file, JSON.stringify(result));
      }
    });
  }
}

/** Mocha takes a reporter from a module's default export. */
export { Reporter as default };

/** @param {string} text */
function say(text) {
  const mark = process.env.SESSION_BROWSER_MARK ?? '';
  for (const line of text.split('\n')) {
    console.log(mark + line);
  }
}

/** @param {import('mocha').Test | import('mocha').Runnable} test */
function pathInSuite(test) {
  return test.titlePath().slice(1).join(' › ');
}

/** @param {unknown} error */
function describe(error) {
  const text =
    error instanceof Error
      ? [
          error.stack ?? error.message,
          ...(error.cause instanceof Error ? [`cause: ${error.cause.stack ?? ''}`] : []),
        ].join('\n')
      : String(error);
  return text.replace(/^/gm, '  ');
}
