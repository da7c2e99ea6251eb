/**
 * A contract names what may cross a boundary between two ends. `Requests` are answered, `Notices`
 * are not. One endpoint class serves both boundaries: host to worker and host to page.
 */
export interface Contract {
  readonly requests: Record<string, { readonly params: unknown; readonly result: unknown }>;
  readonly notices: Record<string, unknown>;
}

/** An end that makes some of a contract's requests, for those who need no more of it. */
export interface Requests<C extends Contract, Names extends keyof C['requests']> {
  request<Name extends Names>(
    name: Name,
    params: C['requests'][Name]['params'],
    signal?: AbortSignal,
  ): Promise<C['requests'][Name]['result']>;
}

/** One end of a channel that carries structured-clonable values. */
export interface Port {
  post(message: unknown): void;
  /** Sets the one listener. */
  listen(listener: (message: unknown) => void): void;
}
