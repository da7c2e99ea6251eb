import { Pacer } from '#base/pacer.ts';
import { FindRefused } from './timedSearch.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import { rowFilter } from '#protocol/pages/page.ts';
import type {
  SearchEnd,
  SearchHit,
  SearchPart,
  SessionHits,
  SessionsSearch,
} from '#protocol/search.ts';
import { passingBytes, RowSearch, type MatchingRow } from './rowSearch.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import type { SessionSource, SoughtText } from '../sources/records/source.ts';
import { eachSession, type Failed } from './eachSession.ts';
import { soughtText } from './byteSearch.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import { toolName } from '#core/index/toolKind.ts';
import type { RowText } from '#core/rows/rowTexts.ts';
import type { TextMatch } from '#core/search/textSearch.ts';
import { stripAnsi } from '#core/text/ansi.ts';
import { visibleLine } from '#core/text/oneLine.ts';

/** Sessions as a search needs them. Reading throws a UserError for what cannot be read. */
interface SearchedSessions {
  sourceAt(path: string): SessionSource;
  /** A reader that has indexed all of the session. @param isForRows see `LogIndex`. */
  whole(path: string, signal?: AbortSignal, isForRows?: boolean): Promise<SessionReader>;
  readonly failed: Failed;
}

/**
 * Searches sessions one after the other, each with the rules of Find. Nothing is kept of one when the
 * next begins, and nothing is stored: what a session's agent stored is searched before any of it is
 * parsed, since most sessions have no hit. That is why a session in which only words of ours match,
 * such as those of a notice, is not found.
 *
 * @param emit receives the first hits at once, and then what was found meanwhile; the search waits
 *   for it.
 * @throws the signal's reason when aborted.
 */
export async function searchSessions(
  sessions: SearchedSessions,
  search: SessionsSearch,
  emit: Emit<SearchPart>,
  signal?: AbortSignal,
): Promise<SearchEnd> {
  const pacer = new Pacer(signal);
  let rows = 0;
  const counts = { looked: 0, unread: 0 };
  try {
    const sought = soughtText(search.text);
    const read = async (path: string) => {
      const hits = await hitsIn(sessions, path, sought, search, pacer, signal);
      rows += hits?.rows ?? 0;
      return hits === undefined || hits.rows === 0 ? [] : [hits];
    };
    const report = (looked: number, found: readonly SessionHits[]) =>
      emit({ looked, sessions: found });
    const isEnough = () => rows >= search.most;
    const { failed } = sessions;
    return await eachSession(search.paths, { read, report, isEnough, failed }, pacer, counts);
  } catch (error) {
    if (error instanceof FindRefused) {
      return { ...counts, refusal: error.message };
    }
    throw error;
  }
}

async function hitsIn(
  sessions: SearchedSessions,
  path: string,
  sought: SoughtText | undefined,
  { text, rows: line, texts: wanted, mostOfSession }: SessionsSearch,
  pacer: Pacer,
  signal: AbortSignal | undefined,
): Promise<SessionHits | undefined> {
  if (sought !== undefined && !(await sessions.sourceAt(path).mightContain(sought, pacer))) {
    return undefined;
  }
  const query = { ...text, filter: rowFilter('all', line) };
  // A filter asks for facts.
  const reader = await sessions.whole(path, signal, query.filter === 'all');
  const { index } = reader.indexed;
  const hits: SearchHit[] = [];
  let rows = 0;
  const search = new RowSearch(reader.indexed, reader.newRecords(passingBytes), query);
  await search.each((row) => {
    const texts = row.texts.filter(({ kind }) => wanted?.includes(kind) !== false);
    const isHit = texts.some(({ text: one, matches }) =>
      text.query === '' ? wanted === undefined || one !== '' : matches.length > 0,
    );
    if (isHit || (text.query === '' && wanted === undefined)) {
      rows += 1;
      if (hits.length < mostOfSession) {
        hits.push(searchHit(index, row, texts));
      }
    }
  }, pacer);
  return { path, rows, hits };
}

/** UTF-16 units of a line that come with a hit, before its first match and after that begins. */
const unitsBefore = 20;
const unitsAfter = 240;

/** @param texts those that are searched, with at least one match unless nothing is searched for. */
function searchHit(
  { transcript }: LogIndex,
  { number, row }: Pick<MatchingRow, 'number' | 'row'>,
  texts: MatchingRow['texts'],
): SearchHit {
  const matching = texts.find(({ matches }) => matches.length > 0);
  const shown = matching ?? texts.find(({ text }) => text.trim() !== '');
  const time = number < 0 ? undefined : transcript.facts.time(number);
  return {
    rowId: row.id,
    kind: row.kind,
    ...(row.kind === 'tool' ? { tool: visibleLine(toolName(row.name)) } : {}),
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
