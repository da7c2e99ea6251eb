import { hash } from '#store/disk/hash.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';

/** An event of Keen Code by its kind, for example `{ user_message: { content: 'Hello' } }`. */
type KeenEvent = Readonly<Record<string, unknown>>;

/**
 * Writes a session of a workspace in Keen's format, begun a minute ago.
 *
 * @returns its log.
 */
export function writeKeenSession(
  { home, workspace }: { readonly home: string; readonly workspace: string },
  id: string,
  ...events: readonly KeenEvent[]
): string {
  const folder = join(home, '.keen', 'sessions', namespaceOf(workspace, hash), id);
  const created_at = new Date(Date.now() - 60_000).toISOString();
  const started = { session_started: { session_id: id, created_at, cwd: workspace } };
  const lines = [started, ...events].map((event, at) =>
    JSON.stringify({ seq: at + 1, kind: Object.keys(event)[0], ...event }),
  );
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'transcript_events.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

export function said(content: string): KeenEvent {
  return { user_message: { content } };
}
