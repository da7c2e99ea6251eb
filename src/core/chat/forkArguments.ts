/** Which part of a session the user wants in a fork. */
interface ForkArguments {
  readonly keep: ForkKeep;
  /** Whether the model summarizes what the fork leaves behind, and the user's instructions. */
  readonly summary: { readonly guidance: string } | undefined;
}

type ForkKeep =
  | { readonly kind: 'all' }
  /** The first prompts with their answers. */
  | { readonly kind: 'first'; readonly prompts: number }
  /** The last messages; an answer with its tool calls counts as one. */
  | { readonly kind: 'last'; readonly messages: number };

/**
 * Parses what follows `/fork`: nothing, `3`, `first 3` or `last 10`, where a number may be followed
 * by `with summary` and instructions for the summary.
 *
 * @returns undefined for anything else.
 */
export function parseForkArguments(text: string): ForkArguments | undefined {
  const wanted = text.trim();
  if (wanted === '') {
    return { keep: { kind: 'all' }, summary: undefined };
  }
  const [, end = 'first', digits = '', summary, guidance = ''] =
    /^(?:(first|last)\s+)?([1-9]\d{0,8})(\s+with\s+(?:a\s+)?summary\b[:,]?([^]*))?$/iu.exec(
      wanted,
    ) ?? [];
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
