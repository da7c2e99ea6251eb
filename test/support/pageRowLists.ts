import type { ConversationMessage } from '#core/events/message.ts';
import { messageTexts } from '#core/rows/shownMessage.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import { textSearch, type TextQuery } from '#core/search/textSearch.ts';
import { filterLineTest } from '#core/lens/filterLine.ts';
import type { CountedValue } from '#core/lens/filterProposals.ts';
import type { Row } from '#core/rows/row.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { toolKind } from '#core/index/toolKind.ts';
import {
  partsOfFilter,
  passesFilter,
  type ChangedFile,
  type ChangedFiles,
  type FoundRows,
  type RowFilter,
  type RowRange,
} from '#protocol/pages/page.ts';
import { timelineOf } from './pagePlayback.ts';

/** What the worker makes of rows, for a page without a worker. */

export const defaultCwd = '/home/ada/src/ledger';

export interface Endless {
  readonly total: number;
  readonly row: (index: number) => Row;
}

/** Of the first rows: one of millions would be made in the page's own thread here. */
export function sampledTimeline({ total, row }: Endless, bins: number): TimelineBins {
  const sample = Array.from({ length: Math.min(total, 1_000) }, (_, at) => row(at));
  const timeline = timelineOf(sample, bins);
  const scale = total / sample.length;
  return {
    ...timeline,
    rows: total,
    starts: timeline.starts.map((start) => Math.round(start * scale)),
  };
}

/** As the worker's filters. */
export function filteredRows(rows: readonly Row[], filter: RowFilter): readonly Row[] {
  const { level, line } = partsOfFilter(filter);
  const test = filterLineTest(line);
  if (level === 'all' && test === undefined) {
    return rows;
  }
  return rows.filter((row) => {
    const state = 'state' in row && row.kind !== 'extensionState' ? row.state : 'done';
    const { kind } = row;
    return (
      passesFilter(level, kind, state) &&
      test?.({ kind, state, fact: factOf(row), isAfterCompaction: false }) !== false
    );
  });
}

function factOf(row: Row): RowFact {
  const { kind } = row;
  return {
    time: row.time,
    tool: kind === 'tool' ? toolKind(row.name) : kind === 'shell' ? 'shell' : undefined,
    name: kind === 'tool' ? row.name : undefined,
    path: kind === 'diff' ? row.path : undefined,
    size: textsOfRow(row).join('').length,
    added: 0,
    removed: 0,
    exitCode: kind === 'shell' ? row.exitCode : undefined,
    durationMs: undefined,
    command: undefined,
  };
}

/** Values of rows with how many have each. */
export function counted(
  rows: readonly Row[],
  valueOf: (row: Row) => string | undefined,
): readonly CountedValue[] {
  const counts = new Map<string, number>();
  for (const value of rows.flatMap((row) => valueOf(row) ?? [])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** As the worker collects them, from diffs alone. */
export function changedFiles(rows: readonly Row[], { from, oneTurn }: RowRange): ChangedFiles {
  const start = Math.max(
    0,
    rows.findIndex(({ id }) => id === from),
  );
  const next = rows.findIndex(({ kind }, at) => kind === 'user' && at > start);
  const range = rows.slice(start, oneTurn === true && next > 0 ? next : undefined);
  const diffs = range.filter((row) => row.kind === 'diff');
  const keyOf = ({ path = '' }: (typeof diffs)[number]) => fileKey(path, defaultCwd);
  const paths = [...new Set(diffs.map(keyOf))];
  const sum = (of: typeof diffs, name: 'added' | 'removed') =>
    of.reduce((total, diff) => total + diff[name], 0);
  return {
    files: paths.map((path): ChangedFile => {
      const own = diffs.filter((diff) => keyOf(diff) === path);
      return {
        path,
        edits: own.map(({ id, added, removed }) => ({ rowId: id, lines: { added, removed } })),
        total: own.length,
        added: sum(own, 'added'),
        removed: sum(own, 'removed'),
        hasDiff: true,
      };
    }),
    total: paths.length,
    added: sum(diffs, 'added'),
    removed: sum(diffs, 'removed'),
  };
}

/** Rows from `from` to `end` that match, by the entries that show them. */
export function foundRows(
  all: readonly Row[],
  query: TextQuery,
  {
    from,
    end,
    beyond,
    placeOf,
  }: {
    readonly from: number;
    readonly end: number;
    /** Full texts of truncated rows, by row ID. */
    readonly beyond: Readonly<Record<string, string>>;
    readonly placeOf: (row: number, id: string) => number;
  },
): FoundRows {
  let search: ReturnType<typeof textSearch>;
  try {
    search = textSearch(query);
  } catch (error) {
    const reason = (error as SyntaxError).message.replace(/^.*: /s, '');
    const refusal = `The regular expression is invalid: ${reason}.`;
    return { rows: [], counts: [], complete: true, refusal };
  }
  const counts = new Map<number, number>();
  all.slice(from, end).forEach((row, at) => {
    const texts = [...textsOfRow(row), beyond[row.id] ?? ''];
    const count = texts.reduce((sum, text) => sum + search(text).length, 0);
    if (count > 0) {
      const place = placeOf(from + at, row.id);
      counts.set(place, (counts.get(place) ?? 0) + count);
    }
  });
  return {
    rows: [...counts.keys()],
    counts: [...counts.values()],
    ...(end < all.length ? { next: end } : {}),
    complete: true,
  };
}

/** Messages that match. */
export function foundMessages(
  messages: readonly ConversationMessage[],
  query: TextQuery,
): FoundRows {
  const search = textSearch(query);
  const found = messages.flatMap((message, at) => {
    const count = search(messageTexts(message).join('\n')).length;
    return count > 0 ? [{ at, count }] : [];
  });
  return {
    rows: found.map(({ at }) => at),
    counts: found.map(({ count }) => count),
    complete: true,
  };
}

/** Where a query matches in each of some texts; nowhere if it is invalid. */
export function foundPlaces(query: TextQuery, texts: readonly string[]) {
  try {
    return texts.map(textSearch(query));
  } catch {
    return [];
  }
}

/** How tests name a request to search. */
export function asFind(request: string, { query }: TextQuery, from: number): string {
  return `${request} ${query}${from === 0 ? '' : ` ${from}`}`;
}
