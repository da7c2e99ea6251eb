import type { DiffEvent } from '../events/event.ts';
import type { TextLimits } from '../text/longText.ts';
import type { Diff, Row } from './row.ts';

/** Of a row that shows it with its call. */
export interface PlacedDiff {
  readonly id: string;
  /** Its own, or its call’s. */
  readonly path: string | undefined;
  readonly event: DiffEvent;
}

export function diffsOf(
  diffs: readonly PlacedDiff[] = [],
  limits: TextLimits,
): { readonly diffs?: readonly Diff[] } {
  return diffs.length === 0
    ? {}
    : { diffs: diffs.map(({ id, path, event }) => diffOf(id, { ...event, path }, limits)) };
}

export function diffOf(
  id: string,
  { path, lines }: Pick<Diff, 'path' | 'lines'>,
  limits: TextLimits,
): Diff {
  return {
    id,
    path,
    lines: lines.slice(0, Math.min(lines.length, limits.lines)),
    total: lines.length,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  };
}

/** A diff by its ID, or else the first that a row has. */
export function diffIn(row: Row | undefined, id: string): Diff | undefined {
  if (row?.kind === 'diff') {
    return row;
  }
  const diffs = row?.kind === 'tool' || row?.kind === 'shell' ? row.diffs : undefined;
  return diffs?.find((diff) => diff.id === id) ?? diffs?.[0];
}
