/** Interval of reminders from a long step without a terminal. */
const quietReminderSeconds = 20;

/**
 * Runs a step and reports progress on standard error: a line counting seconds on a terminal,
 * otherwise a line at the start and occasional reminders.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withProgress(title, step) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const isTerminal = process.stderr.isTTY;
  process.stderr.write(isTerminal ? `${title} …` : `${title} …\n`);
  const timer = setInterval(
    () => {
      process.stderr.write(
        isTerminal
          ? `\r\u001b[K${title} … ${seconds()} s`
          : `  still at it: ${title}, ${seconds()} s\n`,
      );
    },
    isTerminal ? 1000 : quietReminderSeconds * 1000,
  );
  try {
    const result = await step();
    process.stderr.write(
      isTerminal
        ? `\r\u001b[K${title}: done in ${seconds()} s\n`
        : `  done: ${title}, ${seconds()} s\n`,
    );
    return result;
  } catch (error) {
    process.stderr.write(isTerminal ? `\r\u001b[K${title}: failed\n` : `  failed: ${title}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
