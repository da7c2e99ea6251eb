import { formatAmount, formatDuration } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import { tokensOf, type AgentWork } from '../events/event.ts';
import type { SubAgentFacts } from './row.ts';

/**
 * What a sub-agent did, in numbers: `12 tool calls, 34K tokens, 1 min 20 s`.
 *
 * @param work the agent's own sum, which goes first: it may count otherwise.
 */
export function subAgentWords(
  { calls, usage, durationMs }: SubAgentFacts,
  work?: AgentWork,
): string {
  const tokens = work?.tokens ?? (usage && tokensOf(usage));
  return [
    plural(calls, '1 tool call', '{0} tool calls'),
    ...(tokens === undefined || tokens === 0 ? [] : [t('{0} tokens', formatAmount(tokens))]),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs * 1e6)]),
  ].join(', ');
}

/** Stands in a file for rows that it does not hold. */
export function leftRowsNote(rows: number): string {
  return t('{0} in the sub-agent’s own log', plural(rows, '1 more row', '{0} more rows'));
}

/** Stands in a file for a sub-agent that it does not hold. */
export function leftOutNote(): string {
  return t('What this sub-agent did is left out: the file would be too large.');
}
