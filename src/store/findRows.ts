import type { RowKind } from '#core/replay/row.ts';
import { noLimits } from '#core/text/longText.ts';
import type { RowFilter } from '#protocol/page.ts';
import { candidateLines } from './candidateLines.ts';
import type { FileSystem } from './fileSystem.ts';
import type { IndexedLog } from './indexedLog.ts';
import { linePattern } from './linePattern.ts';
import type { ContentOf, LineReader } from './lineReader.ts';
import { mayShow } from './mayShow.ts';
import type { Pacer } from './pacer.ts';
import { rowOfLog, textsOfRow } from './rowsOfLog.ts';

/** More places than anybody steps through. */
export const maxMatches = 10_000;

export interface FindQuery {
  readonly filter: RowFilter;
  readonly query: string;
  readonly matchCase: boolean;
}

/**
 * Places, counted within the filter, of the rows whose whole text holds the query.
 *
 * @param lines a reader of its own, so that a search does not push out what the page looks at.
 * @returns `complete` is false if there are more matches or parts of the log are not indexed yet.
 */
export async function findRows(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  lines: LineReader,
  { filter, query, matchCase }: FindQuery,
  pacer: Pacer,
): Promise<{ matches: number[]; complete: boolean }> {
  const complete = log.complete;
  if (query === '') {
    return { matches: [], complete: true };
  }
  const pattern = linePattern(query, matchCase);
  const flags =
    pattern === undefined ? undefined : await candidateLines(fileSystem, path, log, pattern, pacer);
  if (flags !== undefined && !flags.includes(1) && !hasOwnTexts(log)) {
    return { matches: [], complete };
  }
  const table = log.index.transcript.rows;
  const wanted = matchCase ? query : query.toLowerCase();
  const holds = (text: string) => (matchCase ? text : text.toLowerCase()).includes(wanted);
  const mayHold = pattern === undefined ? undefined : mayShow(pattern);
  const isCandidate = (row: number, contentOf: ContentOf): boolean => {
    const kind = row < 0 ? undefined : table.kind(row);
    if (flags === undefined || kind === undefined || ownTexts.has(kind)) {
      return true;
    }
    const isFlagged = flags[table.line(row)] === 1 || flags[table.endLine(row)] === 1;
    const ref = isFlagged ? table.get(row) : undefined;
    if (ref === undefined) {
      return false;
    }
    const event = contentOf(ref.line)?.events[ref.event];
    const end = ref.endLine === 0 ? undefined : contentOf(ref.endLine)?.events[ref.endEvent];
    return event === undefined || mayHold === undefined || mayHold(event, end);
  };

  const matches: number[] = [];
  let place = 0;
  while (place < log.filters.total(filter)) {
    const rows = log.filters.rows(filter, place, rowsAtOnce);
    const first = place;
    lines.use((contentOf) => {
      while (place - first < rows.length && !pacer.isDue) {
        const row = rows[place - first] ?? -1;
        place += 1;
        if (isCandidate(row, contentOf)) {
          const built = rowOfLog(log.index, row, contentOf, noLimits);
          if (built !== undefined && textsOfRow(built).some(holds)) {
            matches.push(place - 1);
            if (matches.length > maxMatches) {
              break;
            }
          }
        }
      }
    });
    if (matches.length > maxMatches) {
      return { matches: matches.slice(0, maxMatches), complete: false };
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return { matches, complete };
}

const rowsAtOnce = 1_000;

/** Kinds of rows with words that are not in the log but its reader's: the bytes say nothing of them. */
const ownTexts: ReadonlySet<RowKind> = new Set([
  'problem',
  'notice',
  'unknown',
  'branch',
  'compaction',
  'error',
]);

function hasOwnTexts(log: IndexedLog): boolean {
  const kinds = log.filters.kinds();
  return [...ownTexts].some((kind) => kinds[kind] !== undefined);
}
