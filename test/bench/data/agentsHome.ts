import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { makeDemo } from '../../demo/demo.mjs';
import { addSession } from '../../demo/writeOpencode.mjs';
import { fixtureFiles } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../vscode/children.mjs';
import { newStore, openDatabase } from '../product.ts';
import type { BenchHome } from './benchData.ts';

/**
 * A home with about `count` sessions, deleted when the process ends: those of the demo, which has all
 * agents in their own forms, many times over.
 */
export async function agentsHome(count: number): Promise<BenchHome> {
  const { home, workspace: project } = await makeDemo(temporaryFolder('bench'));
  const [demo] = await newStore(home).store.list([project]);
  const sessions = demo?.sessions ?? [];
  const missing = adapters.filter(({ id }) => !sessions.some(({ agent }) => agent === id));
  if (missing.length > 0) {
    throw new Error(`The demo has no session of ${missing.map(({ label }) => label).join(', ')}.`);
  }
  const copies = Math.max(1, Math.round(count / sessions.length)) - 1;
  const database = join(home, '.local', 'share', 'opencode', 'opencode.db');
  const paths = filesBelow(home).filter(
    (path) => !path.startsWith(project) && !path.startsWith(database),
  );
  const texts = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  /** Some agents use no more of an ID in the names of files. */
  const ids = sessions.map(({ id }) => id.slice(0, 8));
  const anyId = new RegExp(ids.join('|'), 'g');
  for (let copy = 1; copy <= copies; copy += 1) {
    const other = (text: string) =>
      text.replace(anyId, (id) => (copy * 100 + ids.indexOf(id)).toString(16).padStart(8, '0'));
    for (const { path, text } of texts) {
      const copied = other(path);
      // The others are not of a session.
      if (copied !== path) {
        mkdirSync(dirname(copied), { recursive: true });
        writeFileSync(copied, other(text));
        const end = statSync(path).mtimeMs / 1000 - copy * 60;
        utimesSync(copied, end, end);
        paths.push(copied);
      }
    }
  }
  copyRows(database, project, copies);
  return { home, project, count: sessions.length * (copies + 1), paths, database };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function copyRows(database: string, project: string, copies: number): void {
  const texts = fixtureFiles('opencode')
    .filter(({ name }) => name.startsWith('demo/'))
    .map(({ bytes }) => new TextDecoder().decode(bytes));
  const connection = openDatabase(database, false);
  connection.prepare('BEGIN').all();
  for (let copy = 1; copy <= copies; copy += 1) {
    for (const text of texts) {
      const other = text.replace(/\b(ses|msg|prt)_/g, `$1_${copy}`);
      addSession(connection, other.replaceAll('/home/user/project', project));
    }
  }
  connection.prepare('COMMIT').all();
  connection.close();
}
