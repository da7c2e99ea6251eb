/** One line of a diff as an agent showed it. Line numbers count from 1; undefined where there is none. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed' | 'hunk';
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** Without the leading `+`, `-` or blank and without the line end. */
  readonly text: string;
}
