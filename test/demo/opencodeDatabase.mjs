import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureNode } from '../vscode/codeServer.mjs';
import { inRepository } from '../vscode/repository.mjs';

/**
 * Writes opencode’s database, in a Node that has SQLite: this one may be too old.
 * @param {string} path of a file that does not exist
 * @param {readonly string[]} sessions each a fixture: the session, then its messages, a line each
 */
export async function makeOpencodeDatabase(path, sessions) {
  mkdirSync(dirname(path), { recursive: true });
  const script = inRepository('test', 'demo', 'writeOpencode.mjs');
  const { status, stderr } = spawnSync(await ensureNode(), [script, path], {
    input: JSON.stringify(sessions),
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`${path} could not be written: ${stderr}`);
  }
}
