/**
 * Where something was read. Kept on everything, so that the raw record can always be shown and read
 * again. Of sources without lines, a record has the place in their order for its line, and only the
 * source knows what `offset` means.
 */
export interface Source {
  /** Line number as an editor counts, from 1. */
  readonly line: number;
  /** Offset of the line's first byte in the file, in bytes. */
  readonly offset: number;
  /** Length of the line in bytes, without its line end. */
  readonly length: number;
}
