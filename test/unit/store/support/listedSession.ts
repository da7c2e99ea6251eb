import assert from 'node:assert/strict';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { keenStore, project } from './keenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/** The one session of a disk, as the list has it. @param age of its file, in ms. */
export async function listedSession(
  adapters: readonly AgentAdapter[],
  path: string,
  text: string,
  age = 0,
): Promise<SessionSummary> {
  const disk = new MemoryFileSystem();
  disk.put(path, text, Date.now() - age);
  const [listing] = await keenStore(disk, { adapters }).list([project]);
  assert.equal(listing?.sessions.length, 1);
  return listing.sessions[0]!;
}
