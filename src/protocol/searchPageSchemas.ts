import * as z from 'zod/mini';
import { checkedBy, pageFault } from './checkedHandlers.ts';
import { findOptions, rowId } from './pageSchemas.ts';
import { longestQuery, type SearchHostContract } from './searchPage.ts';

const short = z.string().check(z.maxLength(longestQuery));
const path = z.string().check(z.minLength(1), z.maxLength(8_192));
const text = { query: short, ...findOptions };
const order = { ...text, filter: short, everywhere: z.boolean() };

/** Handlers for the page of the search behind their schemas. */
export const checkedSearchHandlers = checkedBy<SearchHostContract>({
  requests: {
    ready: z.object({}),
    'search/run': z.object({ ...order, from: z.int().check(z.nonnegative()) }),
    'search/more': z.object({ ...order, path }),
  },
  notices: {
    'hit/open': z.object({
      path,
      rowId: z.optional(rowId),
      text: z.object(text),
      preserveFocus: z.boolean(),
    }),
    'hits/changed': z.object({ has: z.boolean() }),
    'log/error': pageFault,
  },
});
