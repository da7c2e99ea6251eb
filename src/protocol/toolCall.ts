/** A model's call of a tool. */
export interface ToolCall {
  readonly name: string;
  /** Not checked yet. */
  readonly input: unknown;
  /** Native paths; only sessions of these are found and read. */
  readonly folders: readonly string[];
  /** Of the answer in UTF-8, by which agents in a terminal limit it. */
  readonly maxBytes: number;
  /** The product that opens the links: see `formatSessionLink`. */
  readonly links: { readonly scheme: string; readonly extension: string };
}

/** About 10,000 tokens: a part of what models take. */
export const usualBytes = 40_000;
