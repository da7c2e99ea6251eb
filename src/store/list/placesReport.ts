import type { SourceLayout } from '#agents/contract/adapter.ts';
import { t } from '#base/l10n.ts';
import { Pacer } from '#base/pacer.ts';
import type { PlaceCounts, PlaceReport } from '#protocol/places.ts';
import { SessionOwners } from '../roots/sessionOwners.ts';
import { isHidden } from './summaryReader.ts';
import { Listing } from './listing.ts';
import { everyFolder, RootScan, type FoundPlace, type ListTools } from './rootScan.ts';

interface Tally extends Omit<PlaceReport, 'forms' | 'sessions' | 'unread'> {
  /** What was counted as not read: an agent may have several forms of sessions in one place. */
  readonly paths: Set<string>;
  readonly forms: Set<string>;
  readonly sessions: { -readonly [name in keyof PlaceCounts]: number };
  readonly unread: Map<string, number>;
}

/**
 * Looks at every place where enabled agents keep sessions, and counts what is there and whose it is.
 *
 * @param folders native absolute paths of the open ones.
 * @throws the signal's reason when aborted.
 */
export async function placesReport(
  tools: ListTools,
  folders: readonly string[],
  signal?: AbortSignal,
): Promise<readonly PlaceReport[]> {
  const { fileSystem, roots, families, now, cache } = tools;
  const pacer = new Pacer(signal, now);
  const listing = new Listing(tools, ['']);
  const scan = new RootScan({ ...tools, listing, pacer, owners: everyFolder });
  const owners = new SessionOwners(tools, folders);
  const tallies = new Map<string, Tally>();
  roots.refresh();
  families.refresh();
  for (const { adapter, layout, roots: its } of roots.enabled()) {
    if (layout.kind === 'trace') {
      continue;
    }
    for (const root of its) {
      await scan.look({ adapter, layout, roots: [root] });
      for (const folder of scan.otherFolders.splice(0)) {
        await scan.lookInto(folder, listing.everyone);
      }
      const key = `${adapter.id}\n${root.pattern}`;
      const isMissing = !roots.expand(root.pattern).some((path) => fileSystem.stat(path).ok);
      const tally = tallies.get(key) ?? newTally(adapter.id, root.pattern, isMissing);
      tallies.set(key, tally);
      for (const place of scan.takePlaces()) {
        count(tally, place);
        await pacer.pauseIfDue();
      }
      for (const { place, what } of listing.takeUnknown()) {
        addUnread(tally, place, newer(what));
      }
      for (const { path, message } of listing.takeFailures()) {
        addUnread(tally, path, message);
      }
    }
  }
  return [...tallies.values()]
    .filter(({ place, sessions }) => !roots.isKept(place) || sessions.here + sessions.elsewhere > 0)
    .map(({ forms, unread, paths: _, ...rest }) => ({
      ...rest,
      forms: [...forms],
      unread: [...unread].map(([reason, number]) => ({ reason, count: number })),
    }));

  function count(tally: Tally, place: FoundPlace): void {
    const { sessions, forms } = tally;
    const read = cache.read(place, place.stat);
    if (!read.ok) {
      if (read.failure.code === 'notASession' || read.failure.code === 'empty') {
        sessions.leftOut += 1;
      } else {
        addUnread(tally, place.path, read.failure.message);
      }
      return;
    }
    forms.add(formOf(place.layout));
    const { cwd, newerForm } = read.value.summary;
    if (newerForm !== undefined) {
      addUnread(tally, place.path, newer(t('version {0}', newerForm)));
    }
    if (isHidden(read.value)) {
      sessions.leftOut += 1;
    } else if (cwd === undefined) {
      sessions.nowhere += 1;
    } else if (owners.ownersOf(cwd).folders.length > 0) {
      sessions.here += 1;
    } else {
      sessions.elsewhere += 1;
    }
  }
}

function newer(what: string): string {
  return t('newer than what is read: {0}', what);
}

function newTally(agent: string, place: string, isMissing: boolean): Tally {
  const sessions = { here: 0, elsewhere: 0, nowhere: 0, leftOut: 0 };
  return {
    ...{ agent, place, isMissing, sessions },
    ...{ paths: new Set(), forms: new Set(), unread: new Map() },
  };
}

/** A path names folders and sessions, so the failure is reported without it. */
function addUnread({ paths, unread }: Tally, path: string, message: string): void {
  if (paths.has(path)) {
    return;
  }
  paths.add(path);
  const reason = message.replaceAll(path, '…');
  unread.set(reason, (unread.get(reason) ?? 0) + 1);
}

/** Which of its forms of sessions an agent wrote. */
function formOf(layout: SourceLayout): string {
  return layout.kind === 'database' ? Object.keys(layout.tables).join(', ') : layout.path.join('/');
}
