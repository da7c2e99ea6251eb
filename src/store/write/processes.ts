import { hostname } from 'node:os';

/** A process id means something on one machine alone, and in one system on it. */
export const here = `${hostname().replace(/\s/g, '_') || 'here'}/${process.platform}`;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is another user's, so it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
