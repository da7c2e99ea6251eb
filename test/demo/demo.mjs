import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { importTypeScript, inRepository } from '../vscode/repository.mjs';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago the demo's sessions were written last, newest first: one for each group of the list,
 * then a week more for each.
 */
const ages = [3 * minute, 2 * hour, 26 * hour, 3 * day, 6 * day, 12 * day, 20 * day];

/** How long a demo session lasted. */
const lasted = 25 * minute;

/**
 * Makes a workspace with a few source files and a home with sessions of it, as Keen writes them: log
 * `N-name.jsonl` of the fixtures is the Nth newest session. Nothing outside `folder` is touched.
 * @param {string} folder without symlinks in its path, emptied by the caller
 * @param {{ now?: number, fixtures?: string }} [options]
 * @returns {Promise<{ home: string, workspace: string }>}
 */
export async function makeDemo(
  folder,
  { now = Date.now(), fixtures = inRepository('test', 'fixtures', 'keen', 'demo') } = {},
) {
  const home = join(folder, 'home');
  const workspace = join(folder, 'tide-table');
  mkdirSync(home, { recursive: true });
  cpSync(inRepository('test', 'demo', 'workspace'), workspace, { recursive: true });

  /** @type {typeof import('../../src/agents/keen/namespace.ts')} */
  const { namespaceOf } = await importTypeScript('src/agents/keen/namespace.ts');
  const store = join(home, '.keen', 'sessions', namespaceOf(workspace));
  const logs = existsSync(fixtures)
    ? readdirSync(fixtures)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
    : [];
  for (const [place, log] of logs.entries()) {
    const updated = now - (ages[place] ?? (ages.at(-1) ?? 0) + (place - ages.length + 1) * 7 * day);
    const { id, text } = movedTo(
      readFileSync(join(fixtures, log), 'utf8'),
      workspace,
      updated - lasted,
      basename(log, '.jsonl'),
    );
    const session = join(store, id);
    mkdirSync(session, { recursive: true });
    const file = join(session, 'transcript_events.jsonl');
    writeFileSync(file, text, { mode: 0o600 });
    utimesSync(file, updated / 1000, updated / 1000);
  }
  return { home, workspace };
}

/**
 * The log as it would be had it been written in another folder at another time.
 * @param {string} text
 * @param {string} workspace
 * @param {number} created epoch ms
 * @param {string} fallbackId for a log that does not name its session
 */
function movedTo(text, workspace, created, fallbackId) {
  const start = /"session_id":"([^"]+)","created_at":"([^"]+)","cwd":"((?:[^"\\]|\\.)+)"/.exec(
    text,
  );
  if (start === null) {
    return { id: fallbackId, text };
  }
  const [, id = fallbackId, createdAt = '', cwd = ''] = start;
  return {
    id,
    text: text
      .replaceAll(cwd, JSON.stringify(workspace).slice(1, -1))
      .replace(createdAt, new Date(created).toISOString()),
  };
}
