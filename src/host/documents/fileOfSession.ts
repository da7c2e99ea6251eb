import { dirname } from 'node:path';
import { statsOf } from '../vscode/pathStyle.ts';

/** The file on disk that holds a session. */
interface SessionFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** A database that holds other sessions too, rather than a log. */
  readonly isDatabase: boolean;
}

/**
 * What is on disk at a session's path; undefined if nothing. A session in a database has a path below
 * that file, which only the store can read; so has a sub-agent that wrote into its session's log.
 */
export function fileOfSession(path: string): SessionFile | undefined {
  const log = sizeOf(path);
  if (log !== undefined) {
    return { path, size: log, isDatabase: false };
  }
  const above = dirname(path);
  const size = sizeOf(above);
  return size === undefined
    ? undefined
    : { path: above, size, isDatabase: !above.endsWith('.jsonl') };
}

function sizeOf(path: string): number | undefined {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.size : undefined;
}
