import type { Problem } from '#core/events/decodedLine.ts';

const workOfProblem = 10;
const looksOfProblem = 20;

/** Records examined before giving up on garbage, as `looksAt` counts them. */
export const maxLooks = 20_000;

/** Work that a record was, as `RecordReading.next` wants it: describing a problem takes long. */
export function workOf(problems: number): number {
  return 1 + workOfProblem * problems;
}

/** Looks that a record counts for; one that is not JSON for as many as its errors cost. */
export function looksAt(problems: readonly Problem[]): number {
  return 1 + looksOfProblem * problems.filter(({ code }) => code === 'badJson').length;
}
