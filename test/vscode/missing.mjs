/**
 * Something the scripts need is missing. The message is one sentence for a person, with a solution.
 */
export class Missing extends Error {
  /** @override */
  name = 'Missing';
}

/**
 * Runs a script's main function and turns exceptions into an exit code: a sentence for missing
 * requirements, the full stack for bugs.
 * @param {() => Promise<number>} main answers with the exit code
 */
export async function runMain(main) {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error instanceof Missing ? error.message : error);
    process.exit(1);
  }
}

/** @param {unknown} error @returns {string} */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}
