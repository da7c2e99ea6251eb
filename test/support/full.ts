/** Whether `npm run test:full` runs this, and not `npm test`. */
export const isFull = process.env.SESSION_BROWSER_FULL === '1';

/** A test that only `npm run test:full` has. */
export function itInFull(title: string, test: Mocha.Func | Mocha.AsyncFunc): void {
  if (isFull) {
    it(title, test as Mocha.AsyncFunc);
  }
}

/** Runs of a property: a tenth in `npm test`, and 30 at least. */
export function runs(all: number): number {
  return isFull ? all : Math.min(all, Math.max(30, Math.ceil(all / 10)));
}
