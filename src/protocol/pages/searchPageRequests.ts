import * as z from 'zod/mini';
import { checkedBy, pageFault, request, type DeclaredBy } from '../channel/checkedHandlers.ts';
import { findOptions, rowId } from './pageRequests.ts';
import type { SearchHit } from '../search.ts';
import { longestQuery, type FoundEnd, type FoundPart, type SearchedAgent } from './searchPage.ts';

const short = z.string().check(z.maxLength(longestQuery));
const path = z.string().check(z.minLength(1), z.maxLength(8_192));
const text = { query: short, ...findOptions };
const order = { ...text, filter: short, everywhere: z.boolean() };

const requests = {
  /** The first message of a page. */
  ready: request(z.object({})).returns<undefined>(),
  /** Those used most first. */
  'search/agents': request(z.object({})).returns<readonly SearchedAgent[]>(),
  /** Searches the listed sessions, newest first, from the one with index `from` on. */
  'search/run': request(z.object({ ...order, from: z.int().check(z.nonnegative()) })).streams<
    FoundPart,
    FoundEnd
  >(),
  /** More hits of one session. */
  'search/more': request(z.object({ ...order, path })).returns<readonly SearchHit[]>(),
};

const notices = {
  /** Opens the replay, at a row if there is one. */
  'hit/open': z.object({
    path,
    rowId: z.optional(rowId),
    text: z.object(text),
    preserveFocus: z.boolean(),
  }),
  /** Whether there are hits to go through. */
  'hits/changed': z.object({ has: z.boolean() }),
  'log/error': pageFault,
};

/** What the page of the search asks of the extension host. */
export type SearchHostContract = DeclaredBy<typeof requests, typeof notices>;

/** Handlers for the page of the search behind their schemas. */
export const checkedSearchHandlers = checkedBy(requests, notices);
