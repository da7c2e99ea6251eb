/** Parameters of a log. */
export interface LogPlan {
  readonly id: string;
  readonly cwd: string;
  /** Median length of turns or tool outputs. Characters. */
  readonly turnLength: number;
  readonly longestTurn: number;
  /** Is said in the first message. */
  readonly word?: string | undefined;
}
