import * as z from 'zod/mini';
import type { Handlers } from './endpoint.ts';
import { checked } from './pageSchemas.ts';
import { longestQuery, type SearchHostContract } from './searchPage.ts';

const short = z.string().check(z.maxLength(longestQuery));
const path = z.string().check(z.minLength(1), z.maxLength(8_192));
const text = {
  query: short,
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
  regex: z.boolean(),
};
const order = { ...text, filter: short, everywhere: z.boolean() };

/** The same handlers, each behind its schema: the page shows foreign text. */
export function checkedSearchHandlers({
  requests,
  notices,
}: Handlers<SearchHostContract>): Handlers<SearchHostContract> {
  return {
    requests: {
      ready: checked(z.object({}), requests.ready),
      'search/run': checked(
        z.object({ ...order, from: z.int().check(z.nonnegative()) }),
        requests['search/run'],
      ),
      'search/more': checked(z.object({ ...order, path }), requests['search/more']),
    },
    notices: {
      'hit/open': checked(
        z.object({
          path,
          rowId: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w.:-]+$/))),
          text: z.object(text),
          preserveFocus: z.boolean(),
        }),
        notices['hit/open'],
      ),
      'hits/changed': checked(z.object({ has: z.boolean() }), notices['hits/changed']),
      'log/error': checked(
        z.object({
          message: z.string().check(z.maxLength(2_000)),
          stack: z.string().check(z.maxLength(20_000)),
        }),
        notices['log/error'],
      ),
    },
  };
}
