/** What Find looks for in a text. */
export interface TextQuery {
  readonly query: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `query` is a regular expression. */
  readonly regex: boolean;
}

/** A range of UTF-16 units, end exclusive; never empty. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

export interface TextSearch {
  /**
   * Text that every match contains, in any case unless `matchCase`; undefined if there is none that
   * is certain.
   */
  readonly required: string | undefined;
  /**
   * All matches, left to right, not overlapping.
   *
   * @throws FindRefused if a regular expression would take too long.
   */
  matchesIn(text: string): readonly TextMatch[];
}
