import { Pacer } from '#base/pacer.ts';
import type { SessionSummary } from '#core/session.ts';
import { FolderMatcher } from '../roots/folderMatcher.ts';
import { Listing } from './listing.ts';
import { RootScan } from './rootScan.ts';
import type { ListTools } from './sessionList.ts';

/**
 * Looks through all stores, whatever folder a session belongs to. Agents put the ID into a name, so
 * what has it in its path is read first.
 *
 * @returns undefined if no enabled agent has such a session.
 * @throws the signal's reason when aborted.
 */
export async function sessionById(
  { fileSystem, style, roots, sources, cache, now }: ListTools,
  { agent, id }: Pick<SessionSummary, 'agent' | 'id'>,
  signal?: AbortSignal,
): Promise<SessionSummary | undefined> {
  const pacer = new Pacer(signal, now);
  const listing = new Listing(fileSystem, style, []);
  const matcher = new FolderMatcher(fileSystem, style, []);
  const scan = new RootScan({ fileSystem, style, sources, listing, matcher, pacer });
  roots.refresh();
  for (const source of roots.enabled()) {
    await scan.look(source, roots);
  }
  for (const folder of scan.otherFolders) {
    await scan.lookInto(folder, []);
  }
  const places = scan.takePlaces();
  const isNamed = ({ path }: { readonly path: string }) => path.includes(id);
  for (const place of [...places.filter(isNamed), ...places.filter((each) => !isNamed(each))]) {
    const read = cache.read(place, place.stat);
    if (read.ok && read.value.summary.id === id && read.value.summary.agent === agent) {
      return read.value.summary;
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return undefined;
}
