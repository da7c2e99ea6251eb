import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import type { SessionEvent } from '#core/event.ts';
import { LineSplitter } from '#core/jsonl/lineSplitter.ts';
import { decodeRaw } from '#core/replay/logIndex.ts';
import { previewLength, summarise } from '#core/summary.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { EndsBuffer } from '#store/sources/log/endsBuffer.ts';
import { success, withFile } from '#store/disk/fileSystem.ts';
import { firstLook, readEnds, type LogEnds } from '#store/sources/log/logEnds.ts';
import { AheadArea } from '#store/readAhead/aheadArea.ts';
import { AheadFiles } from '#store/readAhead/aheadFiles.ts';
import { keenLog } from '../../bench/data/keenLog.ts';
import { agentLog, fenLog, piLog } from '../../bench/data/messageLogs.ts';
import { Texts } from '../../bench/data/texts.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { Random } from '../../support/random.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { glanceAt, plainEnds } from '../store/support/plainEnds.ts';
import { TestLane } from '../store/support/readAhead.ts';

const writers = { keen: keenLog, pi: piLog, fen: fenLog, agent: agentLog } as const;
const listed: ReadonlySet<string> = new Set([
  'sessionStart',
  'sessionTitle',
  'fork',
  'userMessage',
]);

const texts = new Texts(new Random(1));
const sessions = new Map<string, readonly string[]>();

/** Lines as the agent writes them, of one of some sessions that a seed stands for. */
function linesOf(agent: keyof typeof writers, seed: number, count: number): readonly string[] {
  const key = `${agent} ${seed % 10}`;
  let lines = sessions.get(key);
  if (lines === undefined) {
    const random = new Random(seed % 10);
    const plan = { id: random.uuid(), cwd: '/srv/p', turnLength: 3_000, longestTurn: 60_000 };
    const written = writers[agent](random, texts, plan);
    lines = Array.from({ length: 60 }, () => String(written.next().value));
    sessions.set(key, lines);
  }
  return lines.slice(0, count);
}

const fixtureLines = new Map(
  adapters.map(({ id }) => [
    id,
    fixtureFiles(id).flatMap(({ bytes }) => Buffer.from(bytes).toString().split('\n')),
  ]),
);

/** Logs with lines of every kind among those of a usual session, and damage of every kind. */
const log = fc.record({
  agent: fc.constantFrom('keen', 'pi', 'fen', 'agent'),
  seed: fc.nat(1_000),
  count: fc.integer({ min: 1, max: 40 }),
  others: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
  joined: fc.array(fc.nat(), { maxLength: 2 }),
  cut: fc.option(fc.nat(), { freq: 4 }),
  ends: fc.constantFrom('\n', '\n', '\r\n'),
  bytes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
  filler: fc.constantFrom(0, 0, 0, 9_000, 40_000),
});

type Log = typeof log extends fc.Arbitrary<infer T> ? T : never;

function bytesOf(plan: Log): Buffer {
  const agent = plan.agent;
  const lines = [...linesOf(agent, plan.seed, plan.count)];
  const kinds = fixtureLines.get(agent) ?? [];
  for (const [place, kind] of plan.others) {
    lines.splice(place % (lines.length + 1), 0, kinds[kind % kinds.length] ?? '');
  }
  if (plan.filler > 0) {
    lines.splice(plan.seed % lines.length, 0, `{"type":"x","text":"${'x'.repeat(plan.filler)}"}`);
  }
  for (const place of plan.joined) {
    const at = place % lines.length;
    lines.splice(at, 2, `${lines[at] ?? ''}${lines[at + 1] ?? ''}`);
  }
  const whole = Buffer.from(lines.join(plan.ends) + plan.ends);
  const bytes = whole.subarray(0, plan.cut === null ? whole.length : plan.cut % whole.length);
  for (const [place, byte] of plan.bytes) {
    bytes[place % bytes.length] = byte;
  }
  return bytes;
}

function quickEnds(bytes: Buffer, place: AgentAdapter): LogEnds | undefined {
  const disk = new MemoryFileSystem();
  disk.put('/x.jsonl', bytes);
  const read = withFile(disk, '/x.jsonl', (file) => {
    const ends = readEnds(file, place, adapters, new EndsBuffer());
    return ends.ok ? success(ends.value) : ends;
  });
  assert.ok(read.ok);
  return read.value;
}

/** The same through memory that another log was read into before. */
function endsAhead(bytes: Buffer, place: AgentAdapter): LogEnds | undefined {
  const disk = new MemoryFileSystem();
  disk.put('/x.jsonl', bytes);
  const plan = {
    disk,
    logs: [{ path: '/x.jsonl' }],
    look: firstLook(place),
    isNew: () => true,
    startedAt: 0,
  };
  const files = new AheadFiles(
    plan,
    () => [new TestLane(disk, () => 'at once', aheadArea)],
    () => undefined,
  );
  files.next();
  const opened = files.open('/x.jsonl');
  assert.ok(opened.ok && opened.value.ends !== undefined);
  const ends = readEnds(opened.value, place, adapters, opened.value.ends);
  assert.ok(ends.ok);
  return ends.value;
}

const aheadArea = new AheadArea();

function factsOf(found: LogEnds | undefined) {
  if (found === undefined) {
    return undefined;
  }
  const { adapter, recognisedBy, lastSeq, ...ends } = found;
  const summary = summarise({
    agent: adapter.id,
    path: '/x.jsonl',
    fallbackId: () => 'x',
    ...ends,
    isDatedByStart: ends.isUndated && adapter.isDatedByHeader === true,
    isTitledByAnswer: adapter.isTitledByAnswer === true,
    size: 1,
    modifiedAt: 1,
  });
  const namedAtEnd = ends.tail.some(({ kind }) => kind === 'sessionTitle');
  return { recognisedBy, lastSeq, lastTime: ends.lastTime, namedAtEnd, summary };
}

/** What a list shows of an event. */
function shownOf(event: SessionEvent | undefined): unknown[] {
  return event === undefined
    ? []
    : [event.kind === 'userMessage' ? oneLine(event.title ?? event.text, previewLength) : event];
}

describe('the two ends of a log', () => {
  it('tell the list what their lines tell, each decoded whole, however damaged', () => {
    fc.assert(
      fc.property(log, fc.constantFrom(...adapters), (plan, place) => {
        const bytes = bytesOf(plan);
        fc.pre(bytes.length > 0);
        const quick = quickEnds(bytes, place);
        const plain = plainEnds(bytes, place, adapters);
        if (quick === undefined) {
          assert.equal(plain.recognisedBy, undefined);
        } else {
          assert.deepEqual(factsOf(quick), factsOf(plain));
        }
      }),
      { seed: 7, numRuns: 1_500 },
    );
  });

  it('tell the same when they were read ahead', () => {
    fc.assert(
      fc.property(log, fc.constantFrom(...adapters), (plan, place) => {
        const bytes = bytesOf(plan);
        fc.pre(bytes.length > 0);
        assert.deepEqual(factsOf(endsAhead(bytes, place)), factsOf(quickEnds(bytes, place)));
      }),
      { seed: 13, numRuns: 1_500 },
    );
  });

  it('hold lines that are known by their looks to tell what they tell when decoded', () => {
    let known = 0;
    fc.assert(
      fc.property(log, fc.nat(), (plan, other) => {
        const own = adapters.find(({ id }) => id === plan.agent);
        const adapter = other % 4 === 0 ? adapters[other % adapters.length] : own;
        assert.ok(adapter !== undefined);
        for (const line of new LineSplitter().push(bytesOf(plan))) {
          const glance = glanceAt(adapter, line.bytes);
          const { events, seqs, changedAt, records } = decodeRaw(line, adapter.decode);
          if (glance !== undefined) {
            known += 1;
            const told = events.filter(({ kind }) => listed.has(kind));
            if (records > 0) {
              assert.deepEqual([glance.seq, glance.changedAt], [seqs[0], changedAt]);
              assert.deepEqual([glance.event].flatMap(shownOf), told.flatMap(shownOf));
            } else {
              assert.deepEqual(told, []);
            }
          }
        }
      }),
      { seed: 11, numRuns: 500 },
    );
    assert.ok(known > 1_000, `${known} lines were known by their looks.`);
  });

  it('need not be parsed where they hold answers and the output of tools', () => {
    for (const agent of ['keen', 'pi', 'fen', 'agent'] as const) {
      const adapter = adapters.find(({ id }) => id === agent);
      const lines = linesOf(agent, 5, 60).filter(
        (line) => line.length > 2_000 && !line.includes('"user'),
      );
      assert.ok(adapter !== undefined && lines.length > 3);
      for (const line of lines) {
        assert.ok(glanceAt(adapter, Buffer.from(line)) !== undefined, line.slice(0, 300));
      }
    }
  });
});
