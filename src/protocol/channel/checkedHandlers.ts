import * as z from 'zod/mini';
import type { Stream } from './contract.ts';
import type { Handlers } from './endpoint.ts';

/** A page's request: the schema of its parameters, and for the compiler the type of its answer. */
export interface PageRequest<Params, Result, Part = never> {
  readonly schema: z.ZodMiniType<Params>;
  /** Never there. */
  readonly answer?: Stream<Params, Part, Result>;
}

/** Declares a request without a result; `returns` and `streams` are for one that has one. */
export function request<Schema extends z.ZodMiniType>(
  schema: Schema,
): PageRequest<z.output<Schema>, undefined> & {
  returns<Result>(): PageRequest<z.output<Schema>, Result>;
  streams<Part, Result>(): PageRequest<z.output<Schema>, Result, Part>;
} {
  return { schema, returns: () => ({ schema }), streams: () => ({ schema }) } as never;
}

type RequestTable = Readonly<Record<string, PageRequest<unknown, unknown, unknown>>>;
type NoticeTable = Readonly<Record<string, z.ZodMiniType>>;

/** The contract that tables of requests and notices declare. */
export interface DeclaredBy<Requests, Notices> {
  requests: {
    [Name in keyof Requests]: Requests[Name] extends PageRequest<
      infer Params,
      infer Result,
      infer Part
    >
      ? Stream<Params, Part, Result>
      : never;
  };
  notices: { [Name in keyof Notices]: z.output<Notices[Name]> };
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
export function checkedBy<Requests extends RequestTable, Notices extends NoticeTable>(
  requests: Requests,
  notices: Notices,
): (handlers: Handlers<DeclaredBy<Requests, Notices>>) => typeof handlers {
  const schemas = Object.entries(requests).map(([name, { schema }]) => [name, schema] as const);
  // Only bodies are checked, so the tables are what they were.
  return (handlers) =>
    ({
      requests: checkedTable(schemas, handlers.requests as Table),
      notices: checkedTable(Object.entries(notices), handlers.notices as Table),
    }) as never;
}

type Table = Readonly<Record<string, (body: unknown, ...rest: readonly unknown[]) => unknown>>;

function checkedTable(
  schemas: readonly (readonly [name: string, schema: z.ZodMiniType])[],
  handlers: Table,
): Table {
  return Object.fromEntries(
    schemas.map(([name, schema]) => [
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
