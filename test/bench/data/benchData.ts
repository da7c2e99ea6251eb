import { hash } from '#store/disk/hash.ts';
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { Random } from '../../support/random.ts';
import { cachedFolder } from '../../vscode/cache.mjs';
import { keenLog } from '../../support/logs/keenLog.ts';
import type { LogPlan } from '../../support/logs/logPlan.ts';
import { agentLog, fenLog, piLog } from '../../support/logs/messageLogs.ts';
import { Texts } from '../../support/logs/texts.ts';

/** Incremented with every change to the data, so that data of an older checkout is not reused. */
const generation = 8;
const seed = 20_260_720;
/** Seconds since 1970. */
const firstEnd = 1_700_000_000;
/** The project of all sessions. It need not exist. */
export const project = '/srv/bench/project';

const writers = { keen: keenLog, pi: piLog, fen: fenLog, agent: agentLog } as const;
export type Format = keyof typeof writers;

/** The formats of five sessions of a home. */
const mix: readonly Format[] = ['keen', 'keen', 'pi', 'fen', 'agent'];

/** Is said in one session of a home. */
export const rareWord = 'unheardOfQuail';
/** Is said in every tenth. */
export const tenthWord = 'nowAndThenOwl';

export interface BenchLog {
  readonly home: string;
  readonly path: string;
}

/** A log of about `bytes`, the only one in its home. */
export async function benchLog(format: Format, bytes: number): Promise<BenchLog> {
  const place = logPlace(format, 'f0000000-0000-4000-a000-000000000000');
  const title = `Making a ${Math.round(bytes / 1e6)} MB log of ${format}`;
  const home = await benchFolder(`${format}-${bytes}`, title, (folder) => {
    const random = new Random(seed);
    const lengths = { turnLength: 60_000, longestTurn: Math.min(6e6, bytes / 20) };
    const plan = { id: random.uuid(), cwd: project, ...lengths };
    writeLog(join(folder, place), bytes, writers[format](random, new Texts(random), plan));
  });
  return { home, path: join(home, place) };
}

/** A home with many sessions. */
export interface BenchHome {
  readonly home: string;
  /** The folder of the sessions. */
  readonly project: string;
  readonly count: number;
  /** Every file that holds a session or a part of one, but the database. */
  readonly paths: readonly string[];
  /** opencode’s, if there is one. */
  readonly database?: string;
}

/** A home with `count` logs in mixed formats. @param median size in bytes. */
export async function benchHome(count: number, median = 12_000): Promise<BenchHome> {
  const random = new Random(seed + count);
  const logs = Array.from({ length: count }, (_, index) => {
    const format = mix[index % mix.length] ?? 'keen';
    return { format, place: logPlace(format, random.uuid()), bytes: random.size(median, 1.2, 4e5) };
  });
  const name = `home-${count}-${median}`;
  const home = await benchFolder(name, `Making ${count} sessions`, (folder) => {
    const lengths = { turnLength: 2_000, longestTurn: 100_000 };
    const texts = new Texts(new Random(seed));
    for (const [index, { format, place, bytes }] of logs.entries()) {
      const path = join(folder, place);
      // Each ten have it in another place, so that all formats do.
      const isTenth = index % 10 === Math.floor(index / 10) % 10;
      const word = index === 1 ? rareWord : isTenth ? tenthWord : undefined;
      const plan: LogPlan = { id: random.uuid(), cwd: project, word, ...lengths };
      writeLog(path, bytes, writers[format](random, texts, plan));
      // A person's sessions end at different times; equal times need more reads to sort.
      const end = firstEnd + index * 60;
      utimesSync(path, end, end);
    }
  });
  return { home, project, count, paths: logs.map(({ place }) => join(home, place)) };
}

/** A folder that is filled once. */
function benchFolder(name: string, title: string, fill: (folder: string) => void): Promise<string> {
  return cachedFolder(`bench-data-${generation}-${name}`, title, (folder) => {
    fill(folder);
    return Promise.resolve();
  });
}

/** Where an agent keeps a log, below a home. */
function logPlace(format: Format, id: string): string {
  const slug = `--${project.replaceAll('/', '-').slice(1)}--`;
  switch (format) {
    case 'keen':
      return join('.keen', 'sessions', namespaceOf(project, hash), id, 'transcript_events.jsonl');
    case 'pi':
      return join('.pi', 'agent', 'sessions', slug, `2026-07-20T09-15-04-397Z_${id}.jsonl`);
    case 'fen':
      return join('.local', 'state', 'fen', 'sessions', slug, `2026-07-20T09-15-04_${id}.jsonl`);
    case 'agent':
      return join('.config', 'agent', 'sessions', `20260720-091504-${id.slice(0, 8)}.jsonl`);
  }
}

function writeLog(path: string, bytes: number, lines: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const descriptor = openSync(path, 'wx');
  try {
    let pending = '';
    let written = 0;
    let count = 0;
    for (const line of lines) {
      pending += `${line}\n`;
      count += 1;
      // Every session has a start, a message and an answer.
      const isEnd = written + pending.length >= bytes && count >= 3;
      if (isEnd || pending.length > 1024 * 1024) {
        written += writeSync(descriptor, pending);
        pending = '';
      }
      if (isEnd) {
        break;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
