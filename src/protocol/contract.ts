/**
 * A contract names what may cross a boundary between two ends. `Requests` are answered, `Notices`
 * are not. One endpoint class serves both boundaries: host to worker and host to page.
 */
export interface Contract {
  readonly requests: Record<string, { readonly params: unknown; readonly result: unknown }>;
  readonly notices: Record<string, unknown>;
}

/** One end of a channel that carries structured-clonable values. */
export interface Port {
  post(message: unknown): void;
  /** Sets the one listener. */
  listen(listener: (message: unknown) => void): void;
}
