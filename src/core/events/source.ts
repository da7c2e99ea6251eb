/**
 * Where something was read. Attached to everything, so that the raw record can always be shown and
 * reread. In sources without lines, `line` is a record's ordinal, and only the source knows what
 * `offset` means.
 */
export interface Source {
  /** Line number as in an editor, from 1. */
  readonly line: number;
  /** Offset of the line's first byte in the file, in bytes. */
  readonly offset: number;
  /** Length of the line in bytes, without its line end. */
  readonly length: number;
}
