import assert from 'node:assert/strict';
import type { FolderListing } from '#protocol/listing.ts';
import { keenStore, project } from './keenStore.ts';
import type { MemoryFileSystem } from './memoryFileSystem.ts';

export function ids(listing: Pick<FolderListing, 'sessions'> | undefined): string[] {
  return (listing?.sessions ?? []).map(({ id }) => id);
}

/** Lists one folder with a new store. */
export async function listOne(disk: MemoryFileSystem, folder = project): Promise<FolderListing> {
  const [listing] = await keenStore(disk).list([folder]);
  assert.ok(listing);
  assert.equal(disk.work.opened, disk.work.closed);
  return listing;
}
