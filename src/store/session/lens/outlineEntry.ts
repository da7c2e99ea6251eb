import type { LogIndex } from '#core/index/logIndex.ts';
import { entryAt, fileCount, type OutlinePart } from '#core/lens/outline.ts';
import { dateOf, type SessionSummary } from '#core/events/session.ts';
import type { PriceSources } from '#core/prices/spending.ts';
import type { TextLimits } from '#core/text/longText.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { RowFilter } from '#protocol/pages/page.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';
import { allRead } from '../../sources/records/source.ts';
import { sessionIdOf, type PricedSession } from '../indexState.ts';
import type { IndexedSession } from '../indexedSession.ts';
import type { ContentOf, RecordReader } from '../recordReader.ts';
import { placeOfRow } from '../rowPlace.ts';
import { rowOfSession } from '../rowsOfSession.ts';

/** An entry has at most two lines. */
const promptChars = 160;
const promptLimits: TextLimits = { chars: promptChars * 8, lines: 20 };

interface OutlinedSession extends PricedSession {
  readonly index: LogIndex;
  readonly summary: SessionSummary | undefined;
}

/** @throws SessionReplaced */
export function outlineEntries(
  session: OutlinedSession,
  records: RecordReader,
  parts: readonly OutlinePart[],
): readonly OutlineEntry[] {
  const { summary } = session;
  const prices = session.pricesOf(
    sessionIdOf(session.session, summary),
    summary && dateOf(summary),
  );
  const entries = records.use((contentOf) =>
    parts.map((part) => outlineEntry(session, prices, part, contentOf)),
  );
  return allRead(entries);
}

/** The outline of the rows from `start` up to but not including `end` within a filter. */
export function outlinePartsOf(
  { filters, index, outline }: Pick<IndexedSession, 'filters' | 'index' | 'outline'>,
  {
    filter,
    start,
    end,
  }: { readonly filter: RowFilter; readonly start: number; readonly end: number },
): readonly OutlinePart[] {
  const rows = filters.rows(filter, start, end - start);
  return outline.partsOf(rows.map((row) => index.visible.placeOf(row)));
}

/** Index of the outline's entry that a row belongs to; -1 if none. */
export function outlineEntryOf(
  { index, outline }: Pick<IndexedSession, 'index' | 'outline'>,
  rowId: string,
): number {
  const { row } = placeOfRow(index, rowId);
  return row === undefined ? -1 : entryAt(outline.parts(), index.visible.placeOf(row));
}

/** The beginning of a prompt. */
export function promptLine(text: string): string {
  return oneLine(text, promptChars);
}

/** The first line of a plan without its marks: `Plan:` in a heading says nothing. */
function planLine(markdown: string): string {
  const first = markdown
    .split('\n')
    .map((line) => line.replace(/^[#>\s*_]+|[*_`]+/g, '').replace(/^plan\s*[:–—-]\s*/i, ''))
    .find((line) => line.trim() !== '' && !/^plan$/i.test(line.trim()));
  return oneLine(first ?? '', promptChars);
}

/** @returns undefined if the lines no longer contain what was indexed. */
function outlineEntry(
  { index, summary }: OutlinedSession,
  prices: PriceSources,
  { kind, place, led }: OutlinePart,
  contentOf: ContentOf,
): OutlineEntry | undefined {
  const number = index.visible.at(place);
  const row =
    number === undefined ? undefined : rowOfSession(index, number, contentOf, promptLimits);
  if (row === undefined) {
    return undefined;
  }
  const base = {
    rowId: row.id,
    index: place,
    ...(row.time === undefined ? {} : { time: row.time }),
  };
  if (row.kind === 'plan' && kind === 'plan') {
    return { ...base, kind, text: planLine(row.text.text), state: row.state };
  }
  if (kind !== 'prompt' || row.kind !== 'user') {
    return kind === 'prompt' ? undefined : { ...base, kind };
  }
  const { calls, commands, failures, files, durationMs } = led;
  const spent = number === undefined ? undefined : index.spendingOn(number, prices);
  return {
    ...base,
    kind,
    text: promptLine(row.text.text),
    files: fileCount(files, summary?.cwd),
    commands,
    failures,
    calls,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(spent === undefined ? {} : { spent }),
  };
}
