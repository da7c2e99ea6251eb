import { isFull } from '../support/full.ts';

/** How often a writing process is killed. */
export const kills = Number(process.env.SESSION_BROWSER_KILLS ?? (isFull ? 500 : 40));

/** A writing process's job, as a line of JSON on its standard input. */
export type Job =
  | { readonly kind: 'session'; readonly path: string | undefined; readonly first: number }
  /** Turns with a journal, after recovering what the last process left. */
  | { readonly kind: 'turns'; readonly path: string | undefined; readonly first: number }
  /** A session that grows, and is copied each time. */
  | { readonly kind: 'copies'; readonly path: string | undefined; readonly first: number }
  /** New sessions of other agents, made from one of ours. */
  | { readonly kind: 'carry'; readonly first: number }
  | {
      readonly kind: 'share';
      readonly path: string;
      readonly first: number;
      readonly seconds: number;
      /** Written at least, however long a busy machine takes. */
      readonly events: number;
      /** Writes as Keen does: its own line count, no check of the file, no lock. */
      readonly asKeen: boolean;
    };

export const cwd = '/home/ann/project';

const piece = '<é> 日, with some more plain words\n';

/**
 * An event's text, determined by its number: mostly short, sometimes as long as many disk cache
 * pages, which a killed process leaves partly written.
 */
export function textOf(number: number, longest: number): string {
  const random = scrambled(number);
  const length = random % 8 === 0 ? random % longest : random % 2_000;
  return `${number} ${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}`;
}

/** Takes long enough to be killed in the middle of it. */
export function carriedText(number: number): string {
  return `${number} ${piece.repeat(100_000 + (scrambled(number) % 100_000))}`;
}

/** A unique step of a turn. */
export function stepText(turn: number, step: number): string {
  return `<${turn}.${step}>${'é日'.repeat(scrambled(turn + step) % 5_000)}`;
}

/** A pseudorandom number (the finalizer of MurmurHash3). */
export function scrambled(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export const longestAlone = 200_000;
export const longestShared = 100_000;
