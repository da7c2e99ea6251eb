import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { NewEvent } from '#core/events/newEvent.ts';
import {
  carriedText,
  cwd,
  longestAlone,
  longestShared,
  scrambled,
  stepText,
  textOf,
  type Job,
} from './job.ts';
import { storeOf } from './storeOf.ts';

/*
 * A writing window as a process that can be killed. Every confirmed write is reported at once,
 * unbuffered: `made PATH`, then `done NUMBER SEQ LINES-OF-OTHERS`, or `step TURN.STEP` for entries
 * of a turn's journal.
 */

const { store, writers, carried, journals, copies } = storeOf(process.argv[2] ?? '');

function tell(line: string): void {
  writeSync(1, `${line}\n`);
}

function eventOf(number: number, longest: number): NewEvent {
  const text = textOf(number, longest);
  return number % 2 === 0
    ? { kind: 'userMessage', text }
    : { kind: 'turn', items: [{ kind: 'assistantText', text }], outcome: { type: 'done' } };
}

/** Runs until killed. */
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

/** Runs until killed: messages with turns of a few steps each. */
async function writeTurns(path: string | undefined, first: number): Promise<void> {
  await journals.recover();
  const message = { kind: 'userMessage', text: 'Go on' } as const;
  let log = path;
  for (let turn = first; ; turn += 1) {
    let session;
    let end;
    if (log === undefined) {
      ({ session, end } = await writers.create({ cwd, events: [message] }));
      log = session.path;
      tell(`made ${log}`);
    } else {
      ({ end } = await writers.append({ path: log, events: [message] }));
      session = { agent: 'keen', id: store.summarize(log).id, path: log };
    }
    const journal = journals.begin({ session, end, prompt: message.text });
    const texts: string[] = [];
    for (let step = 0; step < 1 + (scrambled(turn) % 4); step += 1) {
      const text = stepText(turn, step);
      texts.push(text);
      journals.add(journal, [{ kind: 'text', text }]);
      tell(`step ${turn}.${step}`);
      await setTimeout(scrambled(turn + step) % 4);
    }
    const items = texts.map((text) => ({ kind: 'assistantText', text }) as const);
    const event = { kind: 'turn', items, outcome: { type: 'done' } } as const;
    const { seq } = await journals.finish(journal, { path: log, after: end, events: [event] });
    tell(`done ${turn} ${seq} 0`);
  }
}

/** Runs until killed: each event is reported when the copy has it. */
async function copyAll(path: string | undefined, first: number): Promise<void> {
  let log = path;
  for (let number = first; ; number += 1) {
    const events = [eventOf(number, longestAlone)];
    if (log === undefined) {
      const { session } = await writers.create({ cwd, events });
      log = session.path;
      tell(`made ${log}`);
    } else {
      await writers.append({ path: log, events });
    }
    const side = `${number} ${'x'.repeat(scrambled(number) % 300_000)}`;
    writeFileSync(join(dirname(log), 'side.txt'), side);
    await copies.keep(log);
    tell(`done ${number} 0 0`);
  }
}

/** Runs until killed: sessions of two agents, each in a folder that has none yet. */
async function carry(first: number): Promise<void> {
  const { session } = await writers.create({ cwd, events: [eventOf(0, longestAlone)] });
  for (let number = first; ; number += 1) {
    const text = carriedText(number);
    await carried.carry({
      path: session.path,
      target: number % 2 === 0 ? 'claude' : 'gemini',
      cwd: `${cwd}${number}`,
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
        { role: 'assistant', parts: [{ type: 'text', text }] },
      ],
    });
    tell(`done ${number} 0 0`);
  }
}

async function share({ path, first, seconds, events, asKeen }: Extract<Job, { kind: 'share' }>) {
  const until = performance.now() + seconds * 1000;
  const append = asKeen ? keenAppend(path) : ownAppend(path);
  for (let number = first; performance.now() < until || number < first + events; number += 1) {
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
  switch (job.kind) {
    case 'session':
      await writeAlone(job.path, job.first);
      break;
    case 'turns':
      await writeTurns(job.path, job.first);
      break;
    case 'copies':
      await copyAll(job.path, job.first);
      break;
    case 'carry':
      await carry(job.first);
      break;
    case 'share':
      await share(job);
  }
  process.exit(0);
}
