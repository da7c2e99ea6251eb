import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The unavoidable minimum: listing the folders, and one stat per log. */
export function listBare(paths: readonly string[]): number {
  let bytes = 0;
  for (const folder of new Set(paths.map(foldersWithNames))) {
    bytes += readdirSync(folder).length;
  }
  for (const path of paths) {
    bytes += statSync(path).size;
  }
  return bytes;
}

/** Logs that have a folder of their own. */
const ownFolder: ReadonlySet<string> = new Set(['transcript_events.jsonl', 'events.jsonl']);

/** The folder named after the session: the log's own, or its parent. */
function foldersWithNames(path: string): string {
  const folder = dirname(path);
  return ownFolder.has(basename(path)) ? dirname(folder) : folder;
}

/** Parses every line of a log with `JSON.parse`, and nothing else. */
export function parseBare(path: string): number {
  const bytes = readFileSync(path);
  let lines = 0;
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf(0x0a, from);
    const end = next < 0 ? bytes.length : next;
    if (JSON.parse(bytes.toString('utf8', from, end)) !== undefined) {
      lines += 1;
    }
    from = end + 1;
  }
  return lines;
}
