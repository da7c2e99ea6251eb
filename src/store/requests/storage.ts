import { Pacer } from '#base/pacer.ts';
import type { DelayedTask } from '#base/delayedTask.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { StoragePart } from '#protocol/storage.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { SessionStore } from '../sessionStore.ts';
import { planDeletion } from '../storage/deletionPlan.ts';
import { measureSessions } from '../storage/sessionsOnDisk.ts';

/** Requests about what sessions take on the disk. @param cacheSaver as for the list. */
export function storageRequests(
  { listTools }: SessionStore,
  disk: FileSystem,
  cacheSaver: DelayedTask,
) {
  return {
    /** Adds up what all sessions take, streamed. */
    'storage/measure': async (_: object, signal: AbortSignal, emit: Emit<StoragePart>) => {
      await measureSessions(listTools, disk, new Pacer(signal), emit).finally(() =>
        cacheSaver.schedule(),
      );
    },
    /** Which files have to go for sessions to be deleted, as the disk is now. Deletes nothing. */
    'storage/plan': ({ paths }: { readonly paths: readonly string[] }, signal: AbortSignal) =>
      planDeletion(listTools, paths, new Pacer(signal)),
  };
}
