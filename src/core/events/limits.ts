/** How much of what an account may use was used. */
export interface UsageLimit {
  /** From 0 to 100, or more. */
  readonly usedPercent: number;
  /** Minutes that the limit is for. */
  readonly window: number | undefined;
  /** When all of it may be used again; epoch ms. */
  readonly resetsAt: number | undefined;
}

/** Limits as an agent knew them at a time; epoch ms. */
export interface KnownLimits {
  readonly time: number;
  readonly limits: readonly UsageLimit[];
}
