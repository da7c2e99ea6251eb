import type { LogIndex } from '#core/index/logIndex.ts';
import type { RowText } from '#core/rows/rowTexts.ts';
import type { TextMatch } from '#core/search/textSearch.ts';
import { stripAnsi } from '#core/text/ansi.ts';
import { visibleLine } from '#core/text/oneLine.ts';
import type { SearchHit } from '#protocol/search.ts';
import type { FoundRow } from './rowSearch.ts';

/** UTF-16 units of a line that come with a hit, before its first match and after that begins. */
const unitsBefore = 20;
const unitsAfter = 240;

/** @param texts those that are searched, with at least one match unless nothing is searched for. */
export function searchHit(
  { transcript }: LogIndex,
  { number, row }: Pick<FoundRow, 'number' | 'row'>,
  texts: FoundRow['texts'],
): SearchHit {
  const matching = texts.find(({ matches }) => matches.length > 0);
  const shown = matching ?? texts.find(({ text }) => text.trim() !== '');
  const time = number < 0 ? undefined : transcript.facts.time(number);
  return {
    rowId: row.id,
    kind: row.kind,
    ...(row.kind === 'tool' ? { tool: visibleLine(row.name) } : {}),
    ...(time === undefined ? {} : { time }),
    matches: texts.reduce((sum, { matches }) => sum + matches.length, 0),
    in: shown?.kind ?? 'other',
    pieces: shown === undefined ? [''] : piecesOf(shown),
  };
}

function piecesOf({ text, matches }: RowText & { readonly matches: readonly TextMatch[] }) {
  const first = matches[0]?.from ?? Math.max(0, text.search(/\S/));
  const lineStart = text.lastIndexOf('\n', first - 1) + 1;
  const indent = /\S/.exec(text.slice(lineStart, first))?.index ?? first - lineStart;
  const start = inCharacter(text, Math.max(lineStart + indent, first - unitsBefore));
  const feed = text.indexOf('\n', first + 1);
  const end = inCharacter(text, Math.min(feed < 0 ? text.length : feed, first + unitsAfter));
  const pieces: string[] = [];
  let at = start;
  for (const { from, to } of matches) {
    if (from >= end) {
      break;
    }
    pieces.push(text.slice(at, from), text.slice(from, Math.min(to, end)));
    at = Math.min(to, end);
  }
  pieces.push(text.slice(at, end));
  const lines = pieces.map((piece) =>
    visibleLine(piece.includes('\u001b') ? stripAnsi(piece) : piece),
  );
  return start > lineStart + indent ? [`…${lines[0] ?? ''}`, ...lines.slice(1)] : lines;
}

/** The place, or the one after it within a surrogate pair. */
function inCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at + 1 : at;
}
