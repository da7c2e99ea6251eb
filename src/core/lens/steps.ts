import type { ShownFact } from './rowMark.ts';

/** What one step of a playback goes to next. */
export const stepUnits = ['event', 'call', 'turn'] as const;
export type StepUnit = (typeof stepUnits)[number];

/** What a playback can stop at, besides its end. */
export const stopKinds = ['error', 'compaction', 'edit'] as const;
export type StopKind = (typeof stopKinds)[number];

/** How long a row without a time is shown: a moment, and more for its text. ms */
const pace = { least: 400, each: 3, most: 5_000 };

/** @param unit `stop`: only stops are steps. */
export function isStep({ kind }: ShownFact, unit: StepUnit | 'stop'): boolean {
  switch (unit) {
    case 'stop':
      return false;
    case 'event':
      return true;
    case 'call':
      return kind === 'tool' || kind === 'shell';
    case 'turn':
      return kind === 'user';
  }
}

export function stopOf({ kind, state, tool }: ShownFact): StopKind | undefined {
  if (state === 'failed' || kind === 'error') {
    return 'error';
  }
  if (kind === 'compaction') {
    return kind;
  }
  return tool === 'edit' || tool === 'write' || kind === 'diff' ? 'edit' : undefined;
}

/** ms from one row to the next, as recorded; without times, as long as reading the first takes. */
export function delayBetween(
  before: Pick<ShownFact, 'time' | 'size'> | undefined,
  { time }: Pick<ShownFact, 'time'>,
): number {
  if (before?.time !== undefined && time !== undefined) {
    return Math.max(0, time - before.time);
  }
  return Math.min(pace.least + (before?.size ?? 0) * pace.each, pace.most);
}
