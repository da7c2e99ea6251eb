import { closeSync, existsSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { cachedFolder } from '../../vscode/cache.mjs';
import { keenLog } from './keenLog.ts';
import type { LogPlan } from './logPlan.ts';
import { agentLog, fenLog, piLog } from './messageLogs.ts';
import { Random } from '../../support/random.ts';
import { Texts } from './texts.ts';

/** Incremented with every change to the data, so that data of an older checkout is not reused. */
const generation = 6;
/** Seconds since 1970. */
const firstEnd = 1_700_000_000;
export const seed = 20_260_720;
/** The project of all sessions. It need not exist. */
export const project = '/srv/bench/project';

export type Format = 'keen' | 'pi' | 'fen' | 'agent';
export const formats: readonly Format[] = ['keen', 'pi', 'fen', 'agent'];

const writers = { keen: keenLog, pi: piLog, fen: fenLog, agent: agentLog } as const;

/** A home with many small sessions in mixed formats. */
export interface BenchHome {
  readonly home: string;
  /** All logs. */
  readonly paths: readonly string[];
}

/** One log of about `bytes`, as a session in the store of its own home. */
export async function benchLog(format: Format, bytes: number): Promise<string> {
  const name = dataName(`${format}-${bytes}`);
  const place = logPlace(format, 'f0000000-0000-4000-a000-000000000000');
  const folder = await cachedFolder(name, `Making a ${mega(bytes)} log of ${format}`, (beside) => {
    const lengths = { turnLength: 60_000, longestTurn: Math.min(6e6, bytes / 20) };
    writeLog(join(beside, place), format, bytes, new Random(seed), lengths);
    return Promise.resolve();
  });
  return join(folder, place);
}

/**
 * A home with `count` sessions of about 25 KB on average.
 *
 * @param shares how many of ten sessions are of each format.
 * @param median size in bytes.
 */
export async function benchHome(
  count: number,
  shares: Readonly<Partial<Record<Format, number>>>,
  median = 12_000,
): Promise<BenchHome> {
  const mix = formats.flatMap((format) => Array<Format>(shares[format] ?? 0).fill(format));
  const random = new Random(seed + count);
  const plans = Array.from({ length: count }, (_, index) => {
    const format = mix[index % mix.length] ?? 'keen';
    return { format, place: logPlace(format, random.uuid()), bytes: random.size(median, 1.2, 4e5) };
  });
  const size = median === 12_000 ? '' : `-${median}`;
  const name = dataName(`home-${count}-${mix.map(([letter]) => letter).join('')}${size}`);
  const home = await cachedFolder(name, `Making ${count} sessions`, (beside) => {
    const lengths = { turnLength: 2_000, longestTurn: 100_000 };
    const texts = new Texts(new Random(seed));
    for (const [index, { format, place, bytes }] of plans.entries()) {
      const log = join(beside, place);
      writeLog(log, format, bytes, random, lengths, texts);
      // A person's sessions end at different times; equal times need more reads to sort.
      const end = firstEnd + index * 60;
      utimesSync(log, end, end);
    }
    return Promise.resolve();
  });
  return { home, paths: plans.map(({ place }) => join(home, place)) };
}

/** A file written by one function, in pieces. */
export async function benchFile(
  name: string,
  title: string,
  fill: (write: (text: string) => void) => void,
): Promise<string> {
  const place = logPlace('keen', 'f0000000-0000-4000-a000-000000000000');
  const folder = await cachedFolder(dataName(name), title, (beside) => {
    writeFile(join(beside, place), fill);
    return Promise.resolve();
  });
  return join(folder, place);
}

/** The home a log is in; the rest of its path is up to the agent. */
export function homeOf(path: string): string {
  let folder = dirname(path);
  while (!existsSync(join(folder, '.complete'))) {
    if (folder === dirname(folder)) {
      throw new Error(`${path} was not made by the bench.`);
    }
    folder = dirname(folder);
  }
  return folder;
}

function dataName(name: string): string {
  return `bench-data-${generation}-${seed}-${name}`;
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Where an agent keeps a log, below a home. */
export function logPlace(format: Format, id: string): string {
  const slug = project.replaceAll('/', '-').slice(1);
  const short = id.slice(0, 8);
  switch (format) {
    case 'keen':
      return join('.keen', 'sessions', namespaceOf(project), id, 'transcript_events.jsonl');
    case 'pi':
      return join(
        '.pi',
        'agent',
        'sessions',
        `--${slug}--`,
        `2026-07-20T09-15-04-397Z_${id}.jsonl`,
      );
    case 'fen':
      return join(
        '.local',
        'state',
        'fen',
        'sessions',
        `--${slug}--`,
        `2026-07-20T09-15-04_${id}.jsonl`,
      );
    case 'agent':
      return join('.config', 'agent', 'sessions', `20260720-091504-${short}.jsonl`);
  }
}

function writeLog(
  path: string,
  format: Format,
  bytes: number,
  random: Random,
  lengths: Pick<LogPlan, 'turnLength' | 'longestTurn'>,
  texts = new Texts(random),
): void {
  const plan = { id: random.uuid(), cwd: project, ...lengths };
  writeFile(path, (write) => {
    let written = 0;
    let lines = 0;
    for (const line of writers[format](random, texts, plan)) {
      write(`${line}\n`);
      written += Buffer.byteLength(line) + 1;
      lines += 1;
      // Every session has a start, a message and an answer.
      if (written >= bytes && lines >= 3) {
        break;
      }
    }
  });
}

function writeFile(path: string, fill: (write: (text: string) => void) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const descriptor = openSync(path, 'wx');
  try {
    let pending: string[] = [];
    let length = 0;
    const flush = () => {
      writeSync(descriptor, pending.join(''));
      pending = [];
      length = 0;
    };
    fill((text) => {
      pending.push(text);
      length += text.length;
      if (length > 1024 * 1024) {
        flush();
      }
    });
    flush();
  } finally {
    closeSync(descriptor);
  }
}
