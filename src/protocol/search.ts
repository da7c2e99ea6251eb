import type { TextQuery } from '#core/search/textSearch.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import type { RowTextKind } from '#core/rows/rowTexts.ts';
import type { ReadingEnd } from './readingEnd.ts';

/** A search over sessions. */
export interface SessionsQuery {
  /** With an empty query, all rows that pass the filter are hits. */
  readonly text: TextQuery;
  /** A filter line for rows. */
  readonly rows: string;
  /** The texts that are searched; all if absent. */
  readonly texts?: readonly RowTextKind[] | undefined;
}

export interface SessionsSearch extends SessionsQuery {
  /** Sessions in the order in which they are searched. */
  readonly paths: readonly string[];
  /** Of each session, so many hits come with their text. */
  readonly mostOfSession: number;
  /** The search ends after the session with this hit. */
  readonly most: number;
}

/** What a search found since its last report. */
export interface SearchPart {
  /** Sessions that were looked at, so far. */
  readonly looked: number;
  /** In the order of their paths. */
  readonly sessions: readonly SessionHits[];
}

export interface SessionHits {
  readonly path: string;
  /** Rows with a match. */
  readonly rows: number;
  /** The first of them, in order. */
  readonly hits: readonly SearchHit[];
}

/** A row with a match. */
export interface SearchHit {
  readonly rowId: string;
  readonly kind: RowKind;
  /** Name of the tool. */
  readonly tool?: string;
  /** Epoch ms; absent if the format does not date lines. */
  readonly time?: number;
  /** Matches in the row. */
  readonly matches: number;
  /** Where the first of them is. */
  readonly in: RowTextKind;
  /**
   * The line around it, cut: every other piece, from the second on, is a match. Without characters
   * that do not show.
   */
  readonly pieces: readonly string[];
}

export interface SearchEnd extends ReadingEnd {
  /** A sentence saying why nothing was searched: the regular expression cannot be used. */
  readonly refusal?: string;
}
