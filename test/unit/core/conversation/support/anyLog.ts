import fc from 'fast-check';
import type { SessionEvent } from '#core/events/event.ts';
import { compaction, edit, keepsPrompts, result, said, type Entry } from './contextLogs.ts';

const text = fc.integer({ min: 1, max: 30 }).map((length) => 'x'.repeat(length));
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Events by the line that they are on. */
const anyEvent: fc.Arbitrary<(line: number) => SessionEvent> = fc.oneof(
  { weight: 4, arbitrary: text.map((words) => () => said('user', words)) },
  { weight: 3, arbitrary: text.map((words) => () => said('assistant', words)) },
  { weight: 1, arbitrary: text.map((words) => () => result(words)) },
  {
    weight: 2,
    arbitrary: fc.tuple(text, fc.option(fc.integer({ min: 0, max: 60 }))).map(
      ([words, chars]) =>
        () =>
          keepsPrompts(words, chars ?? Infinity),
    ),
  },
  { weight: 1, arbitrary: text.map((words) => () => compaction(words)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(text, fc.option(share), fc.constantFrom('none' as const, 'ignore' as const))
      .map(
        ([words, from, ifMissing]) =>
          (line: number) =>
            compaction(words, Math.ceil((from ?? 2) * line), ifMissing),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(share, fc.option(text)).map(
      ([target, words]) =>
        (line: number) =>
          edit(Math.max(1, Math.ceil(target * (line - 1))), words ?? undefined),
    ),
  },
);
/** Mostly in a row, sometimes from an earlier entry on. */
export const anyLog = fc
  .array(fc.tuple(anyEvent, fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, share)), {
    minLength: 1,
    maxLength: 30,
  })
  .chain((parts) => {
    const log = parts.map(([event, parent], place): Entry => ({
      events: [event(place + 1)],
      parent: Math.ceil(parent * place),
    }));
    return fc.record({ log: fc.constant(log), leaf: fc.integer({ min: 1, max: log.length }) });
  });
