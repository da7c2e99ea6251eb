import { conversationOf, lastTurnsOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { maxListedProblems } from '#core/index/logProblems.ts';
import { IndexedSession } from '#store/session/indexedSession.ts';
import { LogSource } from '#store/sources/log/logSource.ts';
import { fixtureFiles } from '../support/fixtures.ts';
import { isFull } from '../support/full.ts';
import {
  fixtureLines,
  linesIn,
  sampleFormat,
  type SampleFormat,
} from '../support/sampleSessions.ts';
import { adaptersOfRecords } from '../support/vscodeRecords.ts';
import {
  geminiList,
  geminiProjects,
  storeOfAll,
  vscodeFolder,
  vscodePath,
  vscodeSession,
  vscodeWorkspace,
} from '../unit/store/support/agentLogs.ts';
import { findAll } from '../unit/store/support/findAll.ts';
import { project } from '../unit/store/support/keenStore.ts';
import { MemoryFileSystem } from '../unit/store/support/memoryFileSystem.ts';
import { mutated, Random } from './mutations.ts';

const lines = Number(process.env.SESSION_BROWSER_FUZZ_LINES ?? (isFull ? 100_000 : 10_000));
const seed = Number(process.env.SESSION_BROWSER_FUZZ_SEED ?? 2026);
const linesOfLog = 200;

/** Prototypes of all objects; additions to them appear everywhere. */
const prototypes: readonly object[] = [
  ...[Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype],
  ...[Map.prototype, Set.prototype, Uint8Array.prototype, Promise.prototype],
];
const printOf = (object: object) =>
  JSON.stringify(
    Reflect.ownKeys(object).map((key) => [
      String(key),
      typeof Reflect.getOwnPropertyDescriptor(object, key)?.value,
    ]),
  );

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A log of damaged lines, each followed by an intact message, and the number of these. */
interface Fuzzed {
  readonly bytes: Buffer;
  readonly sentinels: ReadonlyMap<number, string>;
}

/** A line with an ID of its own, if it has one: with that of another, it is that one once more. */
function renumbered(line: string, count: number): string {
  const record = JSON.parse(line) as Record<string, unknown>;
  for (const holder of [record, record.info as Record<string, unknown> | undefined]) {
    for (const key of ['id', 'uuid']) {
      const id = holder?.[key];
      if (holder !== undefined && typeof id === 'string' && id !== '') {
        const own = `fe${count.toString(16).padStart(6, '0')}`;
        holder[key] = id.slice(0, -own.length) + own;
      }
    }
  }
  return JSON.stringify(record);
}

function fuzzedLog(
  { session: sessionOf }: SampleFormat,
  sources: readonly Buffer[],
  random: Random,
): Fuzzed {
  const parts: Buffer[] = [];
  const sentinels = new Map<number, string>();
  const add = (part: Buffer) => parts.push(part, Buffer.from('\n'));
  const whole = (text: string) => sessionOf('fuzzed', { text }).split('\n');
  if (random.next(2) === 0) {
    add(Buffer.from(whole('')[0] ?? ''));
  }
  for (let count = 0; count < linesOfLog; count += 1) {
    add(mutated(random.pick(sources), sources, random));
    const text = `neighbor ${count}`;
    add(Buffer.from(renumbered(whole(text)[1] ?? '', count)));
    sentinels.set(parts.length / 2, text);
  }
  return { bytes: Buffer.concat(parts), sentinels };
}

describe('fixtures that are damaged at random', function () {
  this.timeout(0);

  for (const adapter of adaptersOfRecords) {
    it(`cost nothing but themselves: ${adapter.label}`, async () => {
      const format = sampleFormat(adapter);
      const sources = fixtureLines(adapter).flat();
      const random = new Random(seed);
      const before = prototypes.map(printOf);
      const logs = Math.ceil(lines / adaptersOfRecords.length / linesOfLog);
      let warm = 0;
      for (let log = 0; log < logs; log += 1) {
        const fuzzed = fuzzedLog(format, sources, random);
        const where = `${adapter.id}, seed ${seed}, log ${log}`;
        try {
          checkNeighbors(adapter, fuzzed);
          await checkStore(format, fuzzed);
        } catch (error) {
          throw new Error(where, { cause: error });
        }
        assert.deepEqual(prototypes.map(printOf), before, where);
        warm = log === Math.ceil(logs / 5) ? heapBytes() : warm;
      }
      const grown = heapBytes() - warm;
      assert.ok(grown < 32 * 1024 * 1024, `${grown} bytes stayed behind`);
    });
  }

  it('cost nothing but themselves: changes of a chat', async () => {
    const logs = fixtureFiles('vscode').map(({ bytes }) => linesIn(bytes));
    const sources = logs.flat();
    const random = new Random(seed);
    const before = prototypes.map(printOf);
    for (let count = 0; count < lines / 100; count += 1) {
      const changes = random.pick(logs);
      const hit = random.next(changes.length);
      const damaged = changes.map((change, place) =>
        place === hit ? mutated(change, sources, random) : change,
      );
      const bytes = Buffer.concat(damaged.flatMap((change) => [change, Buffer.from('\n')]));
      const where = `seed ${seed}, log ${count}`;
      try {
        await checkChat(bytes);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
      assert.deepEqual(prototypes.map(printOf), before, where);
    }
  });
});

/** What is left of a chat is read, and the one beside it is listed. */
async function checkChat(bytes: Uint8Array): Promise<void> {
  const disk = new MemoryFileSystem();
  const path = vscodePath('fuzzed');
  disk.put(path, bytes);
  disk.put(vscodePath('beside'), vscodeSession('beside'));
  disk.put(vscodeWorkspace, vscodeFolder(project));
  const store = storeOfAll(disk);
  const [listing] = await store.list([project]);
  assert.ok(listing !== undefined);
  assert.ok(listing.sessions.some(({ path: listed }) => listed === vscodePath('beside')));
  if (!listing.sessions.some(({ path: listed }) => listed === path)) {
    return;
  }
  store.open(path);
  const reader = store.reader(path);
  const { rows } = await reader.indexAll();
  const { messages } = await conversationOf(store, path);
  structuredClone([reader.rows('all', 0, rows).rows, messages, reader.problems(0, 200)]);
  store.close(path);
}

/** Every intact line decodes as it does alone, whatever surrounds it. */
function checkNeighbors(adapter: AgentAdapter, { bytes, sentinels }: Fuzzed): void {
  const disk = new MemoryFileSystem();
  disk.put('/log', bytes);
  const found = new Map<number, readonly SessionEvent[]>();
  const log = new IndexedSession(new LogSource(disk, '/log'), (record, source) => {
    const decoded = adapter.decode(record, source);
    if (sentinels.has(source.line)) {
      found.set(source.line, decoded.events);
    }
    return decoded;
  });
  while (!log.complete) {
    log.advance(false, () => undefined);
  }
  const { index } = log;
  const rows = new Set(
    Array.from({ length: index.transcript.rows.length }, (_, row) =>
      index.transcript.rows.line(row),
    ),
  );
  for (const [line, text] of sentinels) {
    const event = found.get(line)?.find(({ kind }) => kind === 'userMessage');
    assert.ok(event !== undefined && JSON.stringify(event).includes(text), `line ${line}`);
    assert.ok(rows.has(line), `Line ${line} has no row.`);
  }
  assert.ok(index.problems.length <= maxListedProblems);
  assert.ok(rows.size <= index.lines.length);
}

/** Every query of a session is answered, and the session beside it is listed. */
async function checkStore(
  { path: pathOf, session: sessionOf }: SampleFormat,
  { bytes }: Fuzzed,
): Promise<void> {
  const disk = new MemoryFileSystem();
  const path = pathOf('fuzzed');
  disk.put(path, bytes);
  disk.put(geminiList, geminiProjects({ [project]: 'project' }));
  disk.put(pathOf('beside'), sessionOf('beside', { text: 'Beside it' }));
  const store = storeOfAll(disk, { adapters: adaptersOfRecords });
  const [listing] = await store.list([project]);
  assert.ok(listing?.sessions.some(({ path: listed }) => listed === pathOf('beside')));
  store.open(path);
  const reader = store.reader(path);
  const state = await reader.indexAll();
  const first = reader.rows('all', 0, 200).rows;
  const last = reader.rows('all', Math.max(0, state.rows - 200), 200).rows;
  const { messages } = await conversationOf(store, path);
  await findAll(reader, { filter: 'all', query: 'neighbor 7', matchCase: false });
  const turns = await lastTurnsOf(store, path, { maxTurns: 20, maxChars: 100_000 });
  // Everything must be transferable between threads.
  structuredClone([listing, state, first, last, messages, turns, reader.problems(0, 200)]);
  store.close(path);
  assert.equal(disk.work.opened, disk.work.closed);
}
