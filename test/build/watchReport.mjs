import { formatMessages } from 'esbuild';

/**
 * What a watch says: one line when the first target begins to build, and one when the last has ended,
 * with the problems of all between them. `.vscode/tasks.json` and `npm run test:watch` wait for these
 * lines.
 * @param {number} count of targets
 * @returns {() => import('esbuild').Plugin} makes each target’s last plugin
 */
export function watchReport(count) {
  /** At first all of them, though they begin one after the other. */
  let building = count;
  /** @type {Map<import('esbuild').Plugin, import('esbuild').BuildResult>} */
  const results = new Map();
  console.log('[watch] build started');
  return () => {
    let isFirst = true;
    /** @type {import('esbuild').Plugin} */
    const plugin = {
      name: 'watch-report',
      setup(build) {
        build.onStart(() => {
          if (isFirst) {
            isFirst = false;
            return;
          }
          if (building === 0) {
            console.log('[watch] build started');
          }
          building += 1;
        });
        build.onEnd(async (result) => {
          results.set(plugin, result);
          building -= 1;
          if (building === 0) {
            await report([...results.values()]);
          }
        });
      },
    };
    return plugin;
  };
}

/** @param {readonly import('esbuild').BuildResult[]} results */
async function report(results) {
  const errors = results.flatMap((result) => result.errors);
  const warnings = results.flatMap((result) => result.warnings);
  const color = process.stdout.isTTY;
  const texts = [
    ...(await formatMessages(errors, { kind: 'error', color })),
    ...(await formatMessages(warnings, { kind: 'warning', color })),
  ];
  // What several targets share is said once.
  for (const text of new Set(texts)) {
    console.log(text);
  }
  console.log(`[watch] build ${errors.length === 0 ? 'finished' : 'failed'}`);
}
