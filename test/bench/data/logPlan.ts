/** What one log shall be like. */
export interface LogPlan {
  readonly id: string;
  readonly cwd: string;
  /** Half of all turns, or of all tool outputs, are longer. Characters. */
  readonly turnLength: number;
  readonly longestTurn: number;
}
