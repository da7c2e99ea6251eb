/** What the user wants a fork to have. */
export interface ForkWish {
  readonly keep: ForkKeep;
  /** Whether the model sums up what the fork leaves behind, and what it should heed. */
  readonly summary: { readonly guidance: string } | undefined;
}

export type ForkKeep =
  | { readonly kind: 'all' }
  /** The first prompts with their answers. */
  | { readonly kind: 'first'; readonly prompts: number }
  /** The last messages, an answer with its tool calls counting as one. */
  | { readonly kind: 'last'; readonly messages: number };

/**
 * What follows `/fork`: nothing, `3`, `first 3` or `last 10`, and after a number perhaps
 * `with summary` and what the summary should heed.
 *
 * @returns undefined if it is none of these.
 */
export function parseForkWish(text: string): ForkWish | undefined {
  const wish = text.trim();
  if (wish === '') {
    return { keep: { kind: 'all' }, summary: undefined };
  }
  const [, end = 'first', digits = '', summary, guidance = ''] =
    /^(?:(first|last)\s+)?([1-9]\d{0,8})(\s+with\s+(?:a\s+)?summary\b[:,]?([^]*))?$/iu.exec(wish) ??
    [];
  if (digits === '') {
    return undefined;
  }
  const count = Number(digits);
  return {
    keep:
      end.toLowerCase() === 'last'
        ? { kind: 'last', messages: count }
        : { kind: 'first', prompts: count },
    summary: summary === undefined ? undefined : { guidance: guidance.trim() },
  };
}
