/** A model's call of a tool. */
export interface ToolCall {
  readonly name: string;
  /** Not checked yet. */
  readonly input: unknown;
  /** Native paths; only sessions of these are found and read. */
  readonly folders: readonly string[];
  /** UTF-16 units of the answer. */
  readonly maxChars: number;
  /** The product that opens the links: see `formatSessionLink`. */
  readonly links: { readonly scheme: string; readonly extension: string };
}

/** About 10,000 tokens: a part of what models take, and what MCP clients take without a warning. */
export const usualChars = 40_000;
