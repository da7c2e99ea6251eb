/**
 * A contract names what may cross a boundary between two ends. `Requests` are answered, some of
 * them with a `part` at a time before the end; `Notices` are not. One endpoint class serves both
 * boundaries: host to worker and host to page.
 */
export interface Contract {
  readonly requests: Record<
    string,
    { readonly params: unknown; readonly part?: unknown; readonly result: unknown }
  >;
  readonly notices: Record<string, unknown>;
}

/** A request that is answered once. */
export interface Ask<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** A request that is answered in parts, and then with a result. */
export interface Stream<Params, Part, Result> extends Ask<Params, Result> {
  readonly part: Part;
}

/** Sends a part of an answer. Resolves when the receiver wants to go on. */
export type Emit<Part> = (part: Part) => Promise<void>;

/** The requests that a table of functions answers, by what they take, send and return. */
export type AnsweredBy<Table extends Readonly<Record<string, Answers>>> = {
  [Name in keyof Table]: Stream<
    Parameters<Table[Name]>[0],
    Parameters<Table[Name]> extends [unknown, AbortSignal, Emit<infer Part>] ? Part : never,
    Awaited<ReturnType<Table[Name]>>
  >;
};

type Answers = (params: never, signal: AbortSignal, emit: never) => unknown;

/** The parts in which a request is answered. */
export type PartOf<
  C extends Contract,
  Name extends keyof C['requests'],
> = C['requests'][Name] extends { readonly part: infer Part } ? Part : never;

/** An end that makes some of a contract's requests, for callers that need no more of it. */
export interface Requests<C extends Contract, Names extends keyof C['requests']> {
  request<Name extends Names>(
    name: Name,
    params: C['requests'][Name]['params'],
    signal?: AbortSignal,
    onPart?: (part: PartOf<C, Name>) => void | Promise<void>,
  ): Promise<C['requests'][Name]['result']>;
}

/** One end of a channel that carries structured-clonable values. */
export interface Port {
  post(message: unknown): void;
  /** Sets the only listener. */
  listen(listener: (message: unknown) => void): void;
}
