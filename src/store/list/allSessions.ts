import { Pacer } from '#base/pacer.ts';
import type { FolderListing, Found } from '#protocol/listing.ts';
import { firstPart, laterPart, Listing, tellMs } from './listing.ts';
import { isHidden } from './listedSession.ts';
import { newestFirst, RootScan, type FoundPlace, type ScanTools } from './rootScan.ts';
import type { ListTools } from './sessionList.ts';

/** Stands for every folder there is, as the only one that is listed. */
export const everyFolder: ScanTools['owners'] = {
  spellings: [[]],
  ownersOf: () => ({ folders: [0] }),
};

/** Where the sessions of all folders lie. */
export interface EveryPlace {
  /** Newest first by the file, which is what the sessions' own dates come close to. */
  readonly places: readonly FoundPlace[];
  readonly listing: Listing;
}

/**
 * Looks where enabled agents keep sessions, of whatever folder, and reads none.
 *
 * @throws the signal's reason when aborted.
 */
export async function everyPlace(
  { fileSystem, style, roots, sources, families, onFault }: ListTools,
  pacer: Pacer,
): Promise<EveryPlace> {
  const listing = new Listing(fileSystem, style, ['']);
  const scan = new RootScan({
    ...{ fileSystem, style, sources, families, listing, pacer, onFault },
    owners: everyFolder,
  });
  roots.refresh();
  families.refresh();
  for (const source of roots.enabled()) {
    await scan.look(source, roots);
  }
  for (const folder of scan.otherFolders) {
    await scan.lookInto(folder, listing.everyone);
  }
  const places = scan.takePlaces().sort(newestFirst);
  return { places, listing };
}

/**
 * The sessions of all folders as one listing, newest first. Gives way to other work every few
 * milliseconds.
 *
 * @param onFound hears what is found meanwhile, about newest first; the scan waits for it.
 * @throws the signal's reason when aborted.
 */
export async function allSessions(
  tools: ListTools,
  signal?: AbortSignal,
  onFound?: (found: Found) => Promise<void>,
): Promise<FolderListing[]> {
  signal?.throwIfAborted();
  const pacer = new Pacer(signal, tools.now);
  const adapters = new Set(tools.roots.enabled().map(({ adapter }) => adapter));
  const { places, listing } = await everyPlace(tools, pacer);
  let part = firstPart;
  let toldAt = performance.now();
  const tell = async () => {
    toldAt = performance.now();
    part = listing.untold > 0 ? laterPart : part;
    await onFound?.(listing.takeNews());
  };
  for (const place of places) {
    const read = tools.cache.read(place, place.stat);
    if (read.ok && adapters.has(read.value.adapter) && !isHidden(read.value)) {
      listing.add(listing.everyone, read.value, place.layout);
    }
    if (listing.untold >= part) {
      await tell();
    }
    if (pacer.isDue) {
      await pacer.pause();
      if (performance.now() - toldAt >= tellMs) {
        await tell();
      }
    }
  }
  await tell();
  // Many agents' sessions: which of two was written last within a millisecond matters to none.
  return listing.build(() => 0);
}
