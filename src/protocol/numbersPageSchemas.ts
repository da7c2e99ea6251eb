import * as z from 'zod/mini';
import type { Handlers } from './endpoint.ts';
import { longestCsv, type NumbersHostContract } from './numbersPage.ts';
import { checked } from './pageSchemas.ts';

/** The same handlers, each behind its schema: the page shows foreign text. */
export function checkedNumbersHandlers({
  requests,
  notices,
}: Handlers<NumbersHostContract>): Handlers<NumbersHostContract> {
  return {
    requests: {
      ready: checked(z.object({}), requests.ready),
      'numbers/read': checked(
        z.object({ scope: z.enum(['folder', 'all']), since: z.number().check(z.nonnegative()) }),
        requests['numbers/read'],
      ),
      'csv/save': checked(
        z.object({ text: z.string().check(z.maxLength(longestCsv)) }),
        requests['csv/save'],
      ),
    },
    notices: {
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
