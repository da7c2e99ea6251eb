/**
 * One line of a diff as an agent showed it. Line numbers start at 1; undefined if there is none.
 */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed' | 'hunk';
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** Without the leading `+`, `-` or blank and without the line end. */
  readonly text: string;
  /** The file’s own line as it is now; no log has it. */
  readonly isFromDisk?: true;
}

const signs = { context: ' ', added: '+', removed: '-', hunk: '' } as const;

/** A line as a diff has it. */
export function signedLine({ kind, text }: DiffLine): string {
  return signs[kind] + text;
}
