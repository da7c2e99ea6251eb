import * as z from 'zod/mini';
import { checkedBy, pageFault } from './checkedHandlers.ts';
import { longestCsv, type NumbersHostContract } from './numbersPage.ts';

/** Handlers for the page of numbers behind their schemas. */
export const checkedNumbersHandlers = checkedBy<NumbersHostContract>({
  requests: {
    ready: z.object({}),
    'numbers/read': z.object({
      scope: z.enum(['folder', 'all']),
      since: z.number().check(z.nonnegative()),
    }),
    'csv/save': z.object({ text: z.string().check(z.maxLength(longestCsv)) }),
  },
  notices: { 'log/error': pageFault },
});
