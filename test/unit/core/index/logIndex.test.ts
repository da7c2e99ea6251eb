import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineSplitter } from '#core/jsonl/lineSplitter.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import {
  answer,
  call,
  compaction,
  result,
  shell,
  start,
  told,
  user,
} from '../../../support/sampleEvents.ts';
import {
  decodeSample,
  indexPieces,
  messagesOf,
  rowsOf,
  sampleLog,
  type Indexed,
} from '../../../support/sampleLog.ts';
import { runs } from '../../../support/full.ts';

const factsOf = ({ index: { transcript } }: Indexed) =>
  Array.from({ length: transcript.rows.length }, (_, row) => transcript.facts.get(row));

describe('The index', () => {
  const event = fc.oneof(
    fc.string().map(user),
    fc.string().map(answer),
    fc.string().map(told),
    fc.constantFrom(
      start,
      call('a'),
      call('b', 'id'),
      result('a', '1'),
      result('b', '2', 'id'),
      shell('start', 'x'),
      shell('end', 'x'),
      compaction('sum'),
      { kind: 'interruption' } as const,
    ),
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.array(event, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom('{"n":', '', '[]', '\0', '{"n":1}{"n":2}') },
  );
  const log = fc.array(line, { maxLength: 12 }).map((lines) => sampleLog(...lines));
  const bytes = fc
    .tuple(log, fc.nat(12))
    // Some logs end in mid-line.
    .map(([text, cut]) => new TextEncoder().encode(text).slice(0, -cut || undefined));

  const view = (indexed: Indexed) => ({
    rows: rowsOf(indexed),
    facts: factsOf(indexed),
    messages: messagesOf(indexed),
    problems: indexed.index.problems,
    counts: indexed.index.problemCounts,
  });

  it('is the same however the bytes arrive', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(2000), { maxLength: 10 }), (all, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, at) => all.slice(places[at], end));
        assert.deepEqual(view(indexPieces(pieces)), view(indexPieces([all])));
      }),
      { seed: 5, numRuns: runs(500) },
    );
  });

  it('forgets a provisional line without a trace', () => {
    fc.assert(
      fc.property(bytes, bytes, (all, provisional) => {
        const plain = indexPieces([all]);
        const splitter = new LineSplitter();
        const index = new LogIndex(decodeSample);
        const lines = splitter.push(all);
        const tail = splitter.tail();
        for (const each of tail === undefined ? lines : [...lines, tail]) {
          const mark = index.mark();
          index.push({ bytes: provisional, source: each.source, windowsEnd: true });
          index.rewind(mark);
          index.push(each);
        }
        assert.deepEqual(view({ index, lines: plain.lines }), view(plain));
      }),
      { seed: 6, numRuns: runs(500) },
    );
  });
});
