import * as z from 'zod/mini';
import type { Contract } from './contract.ts';
import type { Handlers } from './endpoint.ts';

/** What each body of a contract has to be. */
interface Schemas<C extends Contract> {
  readonly requests: {
    readonly [Name in keyof C['requests']]: z.ZodMiniType<C['requests'][Name]['params']>;
  };
  readonly notices: {
    readonly [Name in keyof C['notices']]: z.ZodMiniType<C['notices'][Name]>;
  };
}

/** Of the notice with which every page reports what went wrong in it. */
export const pageFault = z.object({
  message: z.string().check(z.maxLength(2_000)),
  stack: z.string().check(z.maxLength(20_000)),
});

/**
 * Puts handlers behind schemas: an invalid body never reaches them. Pages show foreign text, so what
 * they send is checked before anybody sees it.
 */
export function checkedBy<C extends Contract>(
  schemas: Schemas<C>,
): (handlers: Handlers<C>) => Handlers<C> {
  // The names are the contract's and only bodies are checked, so the tables are what they were.
  return ({ requests, notices }) =>
    ({
      requests: checkedTable(schemas.requests, requests as Table),
      notices: checkedTable(schemas.notices, notices as Table),
    }) as unknown as Handlers<C>;
}

type Table = Readonly<Record<string, (body: unknown, ...rest: readonly unknown[]) => unknown>>;

function checkedTable(schemas: Readonly<Record<string, z.ZodMiniType>>, handlers: Table): Table {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      (body, ...rest) => {
        const result = schema.safeParse(body);
        if (!result.success) {
          const [issue] = result.error.issues;
          throw new Error(`The page sent what was not expected (${issue?.path.join('.') ?? ''}).`);
        }
        return handlers[name]?.(result.data, ...rest);
      },
    ]),
  );
}
