import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noContext, plus, sizeOfEntry } from '#core/conversation/contextSize.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { runs } from '../../../support/full.ts';
import {
  decode,
  inARow,
  indexed,
  keepsPrompts,
  push,
  said,
  type Entry,
} from './support/contextLogs.ts';

describe('A compaction in the background', () => {
  it('counts where it was begun', () => {
    const anySaid = fc.array(fc.constantFrom('user' as const, 'assistant' as const), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(anySaid, anySaid, anySaid, (before, meanwhile, after) => {
        const lines = (roles: readonly ('user' | 'assistant')[], name: string) =>
          roles.map((role, place) => [said(role, `${name} ${place}`)]);
        const [first, kept, last] = [lines(before, 'b'), lines(meanwhile, 'm'), lines(after, 'a')];
        const summary = keepsPrompts('summary');
        const start: SessionEvent[] = [{ kind: 'compactionStart' }];
        const failed: SessionEvent[] = [{ kind: 'compactionStart', hasFailed: true }];
        const end = { ...summary, isInBackground: true } as SessionEvent;
        const log = inARow(...first, start, failed, start, ...kept, [end], ...last);
        const index = new LogIndex(decode);
        log.forEach((entry, place) => {
          push(index, entry, place + 1);
          const mark = index.mark();
          push(index, { events: [{ ...summary }], parent: place + 1 }, place + 2);
          index.rewind(mark);
        });
        const messages = (of: LogIndex, from: readonly Entry[]) =>
          of.conversation.entries((line) => from[line - 1]?.events ?? []);
        const same = inARow(...first, [summary], ...kept, ...last);
        assert.deepEqual(messages(index, log), messages(indexed(same), same));
        const size = messages(index, log).map(sizeOfEntry).reduce(plus, noContext);
        assert.deepEqual(index.conversation.history.at(log.length), size);
        const { history } = index.conversation;
        const inContext = new Set(index.conversation.lines());
        for (const line of log.keys()) {
          for (const { state } of history.entriesOf(line + 1).map((entry) => history.fate(entry))) {
            assert.equal(state === 'in', inContext.has(line + 1), `line ${line + 1}`);
          }
        }
      }),
      { seed: 13, numRuns: runs(150) },
    );
  });
});
