import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { adapters } from '#agents/registry.ts';
import type { NewEvent } from '#core/newEvent.ts';
import { NodeFileSystem } from '#store/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { NodeWriteFiles } from '#store/write/nodeWriteFiles.ts';
import { SessionWriters } from '#store/write/sessionWriters.ts';
import { cwd, longestAlone, longestShared, scrambled, textOf, type Job } from './job.ts';

/*
 * A window that writes, as a process that can be killed. Everything that it was told is written is
 * told on, at once and past every buffer: `made PATH`, then `done NUMBER SEQ LINES-OF-OTHERS`.
 */

const environment = { home: process.argv[2] ?? '', platform: 'posix', variables: {} } as const;
const fileSystem = new NodeFileSystem();
const store = new SessionStore({
  fileSystem,
  adapters,
  environment,
  onIndexed: () => undefined,
  onFault: (fault) => {
    throw fault;
  },
});
const writers = new SessionWriters({
  store,
  fileSystem,
  files: new NodeWriteFiles(),
  adapters,
  environment,
});

function tell(line: string): void {
  writeSync(1, `${line}\n`);
}

function eventOf(number: number, longest: number): NewEvent {
  const text = textOf(number, longest);
  return number % 2 === 0
    ? { kind: 'userMessage', text }
    : { kind: 'turn', items: [{ kind: 'assistantText', text }], outcome: { type: 'done' } };
}

/** Until it is killed. */
async function writeAlone(path: string | undefined, first: number): Promise<void> {
  let number = first;
  let log = path;
  if (log === undefined) {
    const { session } = await writers.create({ cwd, events: [eventOf(number, longestAlone)] });
    log = session.path;
    tell(`made ${log}`);
    tell(`done ${number} 2 0`);
    number += 1;
  }
  for (; ; number += 1) {
    const { seq } = await writers.append({ path: log, events: [eventOf(number, longestAlone)] });
    tell(`done ${number} ${seq} 0`);
  }
}

async function share({ path, first, seconds, asKeen }: Extract<Job, { kind: 'share' }>) {
  const until = performance.now() + seconds * 1000;
  const append = asKeen ? keenAppend(path) : ownAppend(path);
  for (let number = first; performance.now() < until; number += 1) {
    tell(`done ${number} ${await append(number)}`);
    await setTimeout(scrambled(number) % 20);
  }
}

function ownAppend(path: string) {
  return async (number: number): Promise<string> => {
    const { seq, otherWriter } = await writers.append({
      path,
      events: [eventOf(number, longestShared)],
    });
    return `${seq} ${otherWriter?.lines ?? 0}`;
  };
}

/** Source: Keen 0.38.1, `internal/session/store.go`: one open, one write, one close for each line. */
function keenAppend(path: string) {
  const seqs = [...readFileSync(path, 'utf8').matchAll(/^\{"seq":(\d+)/gm)];
  let next = Math.max(...seqs.map((match) => Number(match[1]))) + 1;
  return (number: number): Promise<string> => {
    const content = textOf(number, longestShared);
    const line = { seq: next, kind: 'user_message', user_message: { content } };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    next += 1;
    return Promise.resolve(`${next - 1} 0`);
  };
}

tell('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line) as Job;
  await (job.kind === 'session' ? writeAlone(job.path, job.first) : share(job));
  process.exit(0);
}
