import * as z from 'zod/mini';
import { checkedBy, pageFault, request, type DeclaredBy } from '../channel/checkedHandlers.ts';
import { longestCsv, type NumbersPlace, type ReadEnd, type ReadPart } from './numbersPage.ts';

/** UTF-16 units; no file system has longer ones. */
const longestPath = 32_768;

const requests = {
  /** The first message of a page. */
  ready: request(z.object({})).returns<NumbersPlace>(),
  /** Reads sessions, newest first, streamed. */
  'numbers/read': request(
    z.object({ scope: z.enum(['folder', 'all']), since: z.number().check(z.nonnegative()) }),
  ).streams<ReadPart, ReadEnd>(),
  /** Lets the user save a file. The result says whether it was. */
  'csv/save': request(
    z.object({ text: z.string().check(z.maxLength(longestCsv)) }),
  ).returns<boolean>(),
  /** Opens the replay of a session at a row. */
  'row/open': request(
    z.object({
      path: z.string().check(z.maxLength(longestPath)),
      rowId: z.string().check(z.maxLength(64)),
    }),
  ).returns<undefined>(),
};

const notices = { 'log/error': pageFault };

/** What the page of numbers asks of the extension host. */
export type NumbersHostContract = DeclaredBy<typeof requests, typeof notices>;

/** Handlers for the page of numbers behind their schemas. */
export const checkedNumbersHandlers = checkedBy(requests, notices);
