import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';
import { storeOf } from './ours.ts';

/**
 * Keeps a copy of a session, deletes what its agent has of it, and restores the copy.
 *
 * @param lost the agent's folder with it, or more.
 */
export async function restored(
  adapter: AgentAdapter,
  home: string,
  path: string,
  lost: string,
): Promise<void> {
  const kept = join(home, 'kept');
  const open = () => {
    const store = storeOf(adapter, home, undefined, kept);
    return { store, copies: new KeptCopies(store, kept, { files: new WriteFiles() }) };
  };
  await open().copies.keep(path);
  rmSync(lost, { recursive: true });
  assert.equal(existsSync(path), false);
  const { store, copies } = open();
  const [listing] = await store.list('all');
  const copy = listing?.sessions.find(({ isKept }) => isKept === true)?.path ?? '';
  await copies.restore([copy]);
  assert.ok(existsSync(path));
}
