import type { Requests } from '#protocol/channel/contract.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type { WorkerContract } from '#store/requests/requests.ts';
import { SessionLister } from '#host/list/sessionLister.ts';

/** A listing as the extension host receives it from a worker. */
export function listSessions(
  endpoint: Requests<WorkerContract, 'sessions/list'>,
  folders: readonly string[],
  signal?: AbortSignal,
): Promise<readonly FolderListing[]> {
  return new SessionLister(endpoint).list(folders, signal);
}
