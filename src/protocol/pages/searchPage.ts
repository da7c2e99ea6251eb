import type { TextQuery } from '#core/search/textSearch.ts';
import type { SearchEnd, SessionHits } from '../search.ts';

/** What the host tells the page of the search. */
export interface SearchPageContract {
  requests: Record<never, never>;
  notices: {
    /** Takes the keyboard; searches for the query if there is one. */
    'search/focus': { query?: string };
    'search/clear': Record<never, never>;
    /** Goes to the next hit, or the one before. */
    'hit/step': { by: 1 | -1 };
  };
}

/** An agent whose sessions may be here. */
export interface SearchedAgent {
  readonly id: string;
  readonly label: string;
}

/** UTF-16 units of a query and of a filter line. */
export const longestQuery = 1_000;

export interface SearchOrder extends TextQuery {
  /** A filter line, with `agent:` and `in:`. */
  readonly filter: string;
  /** The sessions of all folders, not only of those that are open. */
  readonly everywhere: boolean;
}

export interface FoundPart {
  /** Sessions looked at so far, and all that are wanted. */
  readonly looked: number;
  readonly total: number;
  readonly sessions: readonly FoundSession[];
}

export interface FoundSession extends SessionHits {
  readonly title: string;
  /** Name of the agent. */
  readonly agent: string;
  /** Path of its folder, `~` for the home folder; only of a search in all folders. */
  readonly folder?: string;
  /** Epoch ms. */
  readonly updatedAt: number;
  /**
   * The user's title, tags or note of it, if those match: every other piece, from the second on, is a
   * match. Such a session may come again with its rows.
   */
  readonly marked?: readonly string[];
}

/** It looked at fewer than `total` if it ended at so many hits. */
export interface FoundEnd extends SearchEnd {
  readonly total: number;
}

/** What VS Code keeps of the page. */
export interface SearchState extends SearchOrder {
  readonly showsDetails: boolean;
  /** The latest last. */
  readonly history: readonly string[];
}
