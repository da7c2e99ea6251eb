import { Pacer } from '#base/pacer.ts';
import type { StoredDatabase, StoredSession } from '#protocol/storage.ts';
import type { FileSystem } from '#store/disk/fileSystem.ts';
import { planDeletion } from '#store/storage/deletionPlan.ts';
import { measureSessions } from '#store/storage/sessionsOnDisk.ts';
import { storeOfAll } from './agentLogs.ts';

/** Where copies are in these tests. */
export const kept = '/kept';

export async function measured(disk: FileSystem) {
  const sessions: StoredSession[] = [];
  const databases: StoredDatabase[] = [];
  const { listTools } = storeOfAll(disk, { kept });
  await measureSessions(listTools, disk, new Pacer(undefined), (part) => {
    sessions.push(...part.sessions);
    databases.push(...part.databases);
    return Promise.resolve();
  });
  return { sessions, databases };
}

export function planned(disk: FileSystem, ...paths: readonly string[]) {
  return planDeletion(storeOfAll(disk, { kept }).listTools, paths, new Pacer(undefined));
}

/** What goes with one session. */
export async function going(disk: FileSystem, path: string): Promise<readonly string[]> {
  const { deletions, refused } = await planned(disk, path);
  return deletions[0]?.files ?? refused.map(({ sentence }) => sentence);
}
