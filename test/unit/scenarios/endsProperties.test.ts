import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { summarizeSession } from '#core/events/summary.ts';
import { withFile } from '#store/disk/fileSystem.ts';
import { readEnds, type LogEnds } from '#store/sources/log/logEnds.ts';
import { keenLog } from '../../support/logs/keenLog.ts';
import { agentLog, fenLog, piLog } from '../../support/logs/messageLogs.ts';
import { Texts } from '../../support/logs/texts.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { Random } from '../../support/random.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { plainEnds } from '../store/support/plainEnds.ts';
import { runs } from '../../support/full.ts';

const writers = { keen: keenLog, pi: piLog, fen: fenLog, agent: agentLog } as const;
const texts = new Texts(new Random(1));
const sessions = new Map<string, readonly string[]>();

/** Lines in the agent's format, from one of several seeded sessions. */
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

/** Logs with all kinds of lines within a normal session, and all kinds of damage. */
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
  const read = withFile(disk, '/x.jsonl', (file) => readEnds(file, place, adapters));
  assert.ok(read.ok);
  return read.value;
}

function factsOf(found: LogEnds | undefined) {
  if (found === undefined) {
    return undefined;
  }
  const { adapter, recognizedBy, isNumbered, ...ends } = found;
  const summary = summarizeSession({
    agent: adapter.id,
    path: '/x.jsonl',
    fallbackId: () => 'x',
    ...ends,
    isDatedByStart: ends.isUndated && adapter.isDatedByStart === true,
    isTitledByAnswer: adapter.isTitledByAnswer === true,
    size: 1,
    modifiedAt: 1,
  });
  const namedAtEnd = ends.tail.some(({ kind }) => kind === 'sessionTitle');
  return { recognizedBy, isNumbered, lastTime: ends.lastTime, namedAtEnd, summary };
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
          assert.equal(plain.recognizedBy, undefined);
        } else {
          assert.deepEqual(factsOf(quick), factsOf(plain));
        }
      }),
      { seed: 7, numRuns: runs(1_500) },
    );
  });
});
