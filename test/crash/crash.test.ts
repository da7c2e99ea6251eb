import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { isFull } from '../support/full.ts';
import { readKeenStrictly, type StrictEvent } from '../support/strictKeenReader.ts';
import { Child, type Done } from './child.ts';
import { storeOf } from './storeOf.ts';
import { cwd, kills, longestAlone, longestShared, scrambled, textOf } from './job.ts';

const seconds = Number(process.env.SESSION_BROWSER_SHARE_SECONDS ?? (isFull ? 60 : 6));
/** Long sessions are abandoned, so that checking them stays quick. */
const maxBytes = 512 * 1024;
/** Homes with separate kills, in parallel. */
const lanes = 2;

let folder = '';
let script = '';
const children = new Set<Child>();
/** Runs in parallel with the kills, which take about as long. */
const shared: { ours?: Promise<Shared>; keens?: Promise<Shared> } = {};

interface Shared {
  readonly path: string;
  readonly first: readonly Done[];
  readonly second: readonly Done[];
}

before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-crash-')));
  script = await Child.prepare(folder);
  shared.ours = twoWriters('ours', false);
  shared.keens = twoWriters('keens', true);
  // A failure is reported by the test that awaits it.
  shared.ours.catch(() => undefined);
  shared.keens.catch(() => undefined);
});

after(() => {
  for (const child of children) {
    child.kill();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function started(home: string): Promise<Child> {
  const child = await Child.start(script, home);
  children.add(child);
  void child.ended().then(
    () => children.delete(child),
    () => children.delete(child),
  );
  return child;
}

const contentOf = ({ payload }: StrictEvent) => payload?.content ?? payload?.message;

/** Every acknowledged event is present exactly once, unchanged, with the reported number. */
function assertAllThere(
  events: readonly StrictEvent[],
  done: readonly Done[],
  longest: number,
): void {
  const byNumber = new Map<number, StrictEvent>();
  for (const event of events) {
    const content = contentOf(event);
    if (typeof content === 'string' && /^\d+ /.test(content)) {
      const number = parseInt(content, 10);
      assert.equal(byNumber.has(number), false, `Event ${number} is there twice.`);
      byNumber.set(number, event);
    }
  }
  for (const { number, seq } of done) {
    const event = byNumber.get(number);
    assert.ok(event !== undefined, `Event ${number} is lost.`);
    assert.ok(
      contentOf(event) === textOf(number, longest),
      `Event ${number} is not what was said.`,
    );
    assert.equal(event.seq, seq);
  }
}

function assertIncreasing(events: readonly StrictEvent[]): void {
  events.forEach(({ seq }, index) => {
    assert.ok(seq > (events[index - 1]?.seq ?? 0), `seq does not increase at line ${index + 1}.`);
  });
}

describe(`a writing process that is killed at ${kills} random moments`, () => {
  it('has lost nothing acknowledged, and torn no line', async () => {
    const seen: Seen = { locks: 0, torn: 0, unmade: 0, written: 0 };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => killLane(lane, seen)));
    // Kills that hit nothing would prove nothing.
    assert.ok(seen.locks > kills / 10, `Only ${seen.locks} kills came while a line was written.`);
    assert.ok(seen.written > kills, `Only ${seen.written} events were written.`);
  });
});

interface Seen {
  /** Kills that left a lock, a partial line, no session, or acknowledged events. */
  locks: number;
  torn: number;
  unmade: number;
  written: number;
}

/** Every nth kill, in its own home; each process continues where the last one died. */
async function killLane(lane: number, seen: Seen): Promise<void> {
  const home = join(folder, `killed${lane}`);
  mkdirSync(home);
  const sessions = new Map<string, Done[]>();
  let path: string | undefined;
  let next = started(home);
  for (let kill = lane; kill < kills; kill += lanes) {
    const child = await next;
    // The next process starts while this one works.
    next = started(home);
    child.give({ kind: 'session', path, first: kill * 10_000 });
    // Also by its own clock: on a busy machine it might make little progress in any fixed time.
    await child.hasDone(scrambled(kill) % 4);
    await pause(scrambled(~kill) % 40);
    child.kill();
    const told = await child.ended();
    const log = path ?? told.path;
    if (log === undefined) {
      // Killed before it could report the session's path: there is a complete one, or none.
      seen.unmade += 1;
      continue;
    }
    sessions.set(log, [...(sessions.get(log) ?? []), ...told.done]);
    seen.written += told.done.length;
    look(log, sessions.get(log) ?? [], seen);
    path = scrambled(kill + 1) % 8 === 0 || statSync(log).size > maxBytes ? undefined : log;
  }
  (await next).kill();
  await lookAfterwards(home, sessions);
}

/** Every session continues once more; then no kill may have left a trace. */
async function lookAfterwards(
  home: string,
  sessions: ReadonlyMap<string, readonly Done[]>,
): Promise<void> {
  const { store, writers } = storeOf(home);
  const namespace = join(home, '.keen', 'sessions', namespaceOf(cwd, hash));
  for (const name of readdirSync(namespace)) {
    const log = join(namespace, name, 'transcript_events.jsonl');
    if (!existsSync(log)) {
      // Killed during creation: nothing there may look like a session to an agent.
      assert.match(readdirSync(join(namespace, name)).join(), /^(\.transcript-[0-9a-f]{8})?$/);
      continue;
    }
    await writers.append({ path: log, events: [{ kind: 'userMessage', text: 'and on it goes' }] });
    const { events, skipped } = readKeenStrictly(readFileSync(log));
    assert.deepEqual(skipped, [], 'A torn line was left.');
    assert.deepEqual(
      events.slice(0, 2).map(({ kind, seq }) => `${seq} ${kind}`),
      ['1 session_started', '2 user_message'],
    );
    assertIncreasing(events);
    assertAllThere(events, sessions.get(log) ?? [], longestAlone);
    assert.deepEqual((await store.whole(log)).state().problems, { lost: 0, odd: 0 });
    assert.deepEqual(readdirSync(dirname(log)), ['transcript_events.jsonl']);
  }
}

/**
 * The log right after the kill: everything is present, and only the very last line may be partial.
 */
function look(log: string, done: readonly Done[], seen: Seen): void {
  const bytes = readFileSync(log);
  const { events, skipped } = readKeenStrictly(bytes);
  const lines = bytes.toString('latin1').split('\n');
  const hasTail = lines.at(-1) !== '';
  assert.deepEqual(skipped, skipped.length > 0 && hasTail ? [lines.length] : []);
  assertIncreasing(events);
  assertAllThere(events, done, longestAlone);
  seen.locks += existsSync(`${log}.lock`) ? 1 : 0;
  seen.torn += hasTail ? 1 : 0;
}

async function twoWriters(name: string, secondAsKeen: boolean): Promise<Shared> {
  const home = join(folder, name);
  mkdirSync(home);
  const { writers } = storeOf(home);
  const { session } = await writers.create({ cwd, events: [{ kind: 'userMessage', text: 'Go' }] });
  const { path } = session;
  const [first, second] = await Promise.all([started(home), started(home)]);
  const job = { kind: 'share', path, seconds, events: seconds * 5 } as const;
  first.give({ ...job, first: 1_000_000, asKeen: false });
  second.give({ ...job, first: 2_000_000, asKeen: secondAsKeen });
  const [a, b] = await Promise.all([first.ended(), second.ended()]);
  return { path, first: a.done, second: b.done };
}

describe(`two writers of one session for ${seconds} seconds`, () => {
  it('lose, tear and mix up nothing when both are windows of ours', async () => {
    const { path, first, second } = (await shared.ours)!;
    const { events, skipped } = readKeenStrictly(readFileSync(path));
    assert.deepEqual(skipped, []);
    assertAllThere(events, [...first, ...second], longestShared);
    assert.equal(events.length, 2 + first.length + second.length);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, index) => index + 1),
    );
    for (const done of [first, second]) {
      assert.ok(
        done.some(({ others }) => others > 0),
        'Nobody was told of the other writer.',
      );
    }
  });

  it('lose and tear nothing beside a Keen that keeps its own count', async () => {
    const { path, first, second } = (await shared.keens)!;
    const { events, skipped } = readKeenStrictly(readFileSync(path));
    assert.deepEqual(skipped, []);
    assertAllThere(events, [...first, ...second], longestShared);
    assert.equal(events.length, 2 + first.length + second.length);

    const told = new Map(first.map((each) => [each.number, each]));
    let highest = 0;
    let late = 0;
    for (const event of events) {
      const ours = told.get(parseInt(String(contentOf(event)), 10));
      if (ours !== undefined && event.seq <= highest) {
        // Keen wrote between our check and our write. Nothing can prevent that, but it is reported.
        assert.ok(ours.others > 0, `seq ${event.seq} is no news, and nobody was told why.`);
        late += 1;
      }
      highest = Math.max(highest, event.seq);
    }
    assert.ok(late < first.length / 4, `${late} of ${first.length} numbers came late.`);
    assert.ok(
      first.some(({ others }) => others > 0),
      'Nobody was told of Keen.',
    );
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
