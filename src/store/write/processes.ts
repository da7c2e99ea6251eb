import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { member } from '#base/member.ts';

/** Identifies this machine and system; process IDs are only meaningful within one. */
export const here = `${hostname().replace(/\s/g, '_') || 'here'}/${process.platform}`;

/** The system's start, and the process's in clock ticks since then. */
const startToken = /^[0-9a-f-]{36}-\d+$/;
/** `starttime`, the 22nd field; the first after the name is the third (`proc_pid_stat(5)`). */
const startField = 22 - 3;
/** In place of the start of a process that is gone. */
const ended = 'ended';

/** How a process names itself in what it writes. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /**
   * What no other process with this ID has, in hexadecimal digits and dashes; undefined in what earlier
   * versions wrote.
   */
  readonly token: string | undefined;
}

/**
 * Tells processes apart although systems give their IDs again: in a restarted container, the same program
 * usually gets the very same one.
 */
export class Processes {
  readonly own: ProcessName & { readonly token: string };

  /**
   * @param token of this process and all its threads, for systems that do not tell when it started.
   */
  constructor(token: string = randomUUID()) {
    this.own = { pid: process.pid, host: here, token: startOf(process.pid) ?? token };
  }

  /**
   * @returns undefined if it cannot be known: it is another machine's, or only its ID is that of a
   *   running process.
   */
  isRunning({ pid, host, token }: ProcessName): boolean | undefined {
    if (host !== here) {
      return undefined;
    }
    if (pid === this.own.pid) {
      return token === this.own.token;
    }
    const start = startToken.test(token ?? '') ? startOf(pid) : undefined;
    if (start !== undefined) {
      return start === token;
    }
    return isAlive(pid) ? undefined : false;
  }
}

/** Undefined if there is no such process, or the system does not tell: only Linux does. */
function startOf(pid: number): string | undefined {
  const ticks = startTicks(pid);
  if (ticks === ended) {
    return ended;
  }
  const token = `${textOf('/proc/sys/kernel/random/boot_id').trim()}-${ticks ?? ''}`;
  return startToken.test(token) ? token : undefined;
}

/**
 * When a process started, in clock ticks since the system did; `ended` if it did.
 *
 * @returns undefined if there is no such process, or the system does not tell: only Linux does.
 */
export function startTicks(pid: number): string | undefined {
  // The second field is the program's name, which may hold anything.
  const [, state = '', rest = ''] = /^.*\) (.)(.*)$/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
  // Killed; in a container, its exit may never be collected.
  return state === 'Z' || state === 'X' ? ended : rest.split(' ')[startField];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether any process has this ID. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user, so it is alive.
    return member(error, 'code') === 'EPERM';
  }
}

/** Of a program that gives its threads no token. */
export const ownProcesses = new Processes();
