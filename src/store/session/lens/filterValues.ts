import type { Pacer } from '#base/pacer.ts';
import type { CountedValue, FilterValues } from '#core/lens/filterProposals.ts';
import type { IndexedSession } from '../indexedSession.ts';

/** Different values of each kind; a longer list helps no one. */
const mostValues = 500;

/** Tools, files and exit codes of the shown rows, counted. */
export async function filterValues(
  { index: { transcript, visible } }: IndexedSession,
  pacer: Pacer,
): Promise<FilterValues> {
  const tools = new Map<string, number>();
  const files = new Map<string, number>();
  const exits = new Map<string, number>();
  for (let place = 0; place < visible.length; place += 1) {
    const row = visible.at(place) ?? -1;
    const fact = row < 0 ? undefined : transcript.facts.get(row);
    count(tools, fact?.name ?? fact?.tool);
    count(files, fact?.path);
    count(exits, fact?.exitCode?.toString());
    await pacer.pauseIfDue();
  }
  return { tools: mostFrequent(tools), files: mostFrequent(files), exits: mostFrequent(exits) };
}

function count(counts: Map<string, number>, value: string | undefined): void {
  if (value !== undefined) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly CountedValue[] {
  return [...counts]
    .map(([value, rows]) => ({ value, count: rows }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, mostValues);
}
