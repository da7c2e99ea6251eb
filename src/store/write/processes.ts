import { hostname } from 'node:os';

/** Identifies this machine and system; process IDs are only meaningful within one. */
export const here = `${hostname().replace(/\s/g, '_') || 'here'}/${process.platform}`;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user, so it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
