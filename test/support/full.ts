/** Whether `npm run test:full` runs this, and not `npm test`. */
export const isFull = process.env.SESSION_BROWSER_FULL === '1';

/** Defines tests for `npm run test:full` alone. */
export function onlyInFull(define: () => void): void {
  if (isFull) {
    define();
  }
}

/** Runs of a property: a tenth in `npm test`, and 30 at least. */
export function runs(all: number): number {
  return isFull ? all : Math.min(all, Math.max(30, Math.ceil(all / 10)));
}
