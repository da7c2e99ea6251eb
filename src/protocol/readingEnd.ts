/** What many sessions were read for has ended. */
export interface ReadingEnd {
  readonly looked: number;
  /** Sessions that could not be read. */
  readonly unread: number;
  /** Why, or why a part of one could not: the first few, a sentence each that names it. */
  readonly reasons?: readonly string[];
}
