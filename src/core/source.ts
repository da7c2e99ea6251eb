/** Where in a log something was read. Kept on everything, so that "show the raw line" always works. */
export interface Source {
  /** Line number as an editor counts, from 1. */
  readonly line: number;
  /** Offset of the line's first byte in the file, in bytes. */
  readonly offset: number;
  /** Length of the line in bytes, without its line end. */
  readonly length: number;
}
