import type { SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

/**
 * A listing for each folder that sessions ran in, in the order of their newest sessions. Those that
 * name no folder have one together, the empty name.
 *
 * @param sessions newest first.
 */
export function byFolder(
  sessions: readonly SessionSummary[],
  style: PathStyle,
): readonly FolderListing[] {
  const bySpelling = new Map<string | undefined, SessionSummary[]>();
  const byKey = new Map<string, { folder: string; sessions: SessionSummary[] }>();
  for (const session of sessions) {
    const { cwd } = session;
    let together = bySpelling.get(cwd);
    if (together === undefined) {
      const key = cwd === undefined ? '' : style.key(cwd);
      const listing = byKey.get(key) ?? { folder: cwd ?? '', sessions: [] };
      byKey.set(key, listing);
      bySpelling.set(cwd, (together = listing.sessions));
    }
    together.push(session);
  }
  return [...byKey.values()].map((each) => ({ ...each, failures: [], others: [] }));
}
