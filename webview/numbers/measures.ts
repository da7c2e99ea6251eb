import { formatAmount, formatCost } from '#base/format.ts';
import { formatCount, intlLocale, t } from '#base/l10n.ts';
import { type Counts, type NumbersGroup } from '#core/numbers/numbers.ts';
import { tokensOf } from '#core/events/usage.ts';
import type { Measure, NumbersPlace, Stacking } from '#protocol/pages/numbersPage.ts';
import { agentName, folderName } from '../kit/text/placeNames.ts';

export const measureLabels = (): Readonly<Record<Measure, string>> => ({
  tokens: t('Tokens'),
  cost: t('Cost'),
  sessions: t('Sessions'),
  prompts: t('Prompts'),
  calls: t('Tool Calls'),
  failed: t('Failed Calls'),
});

/** @param withSubAgents adds what the sessions’ sub-agents did. */
export function measuredValue(
  group: NumbersGroup,
  measure: Measure,
  withSubAgents: boolean,
): number {
  if (measure === 'sessions') {
    return group.sessions;
  }
  const count = (counts: Counts) => (measure === 'tokens' ? tokensOf(counts) : counts[measure]);
  return count(group.own) + (withSubAgents ? count(group.subAgents) : 0);
}

/** Exactly, for a table. @param estimated US dollars of a cost that prices say. */
export function formatMeasured(value: number, measure: Measure, estimated = 0): string {
  return measure === 'cost'
    ? value === 0
      ? '–'
      : formatCost(value, estimated)
    : formatCount(value);
}

/** Exactly, of a group. */
export function measuredText(
  group: NumbersGroup,
  measure: Measure,
  withSubAgents: boolean,
): string {
  const value = measuredValue(group, measure, withSubAgents);
  return formatMeasured(value, measure, estimatedIn(group, withSubAgents));
}

/** US dollars of its cost that prices say. */
export function estimatedIn({ own, subAgents }: NumbersGroup, withSubAgents: boolean): number {
  return own.estimated + (withSubAgents ? subAgents.estimated : 0);
}

const shortDollars = {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
} as const;

/** In short, for an axis. */
export function formatShort(value: number, measure: Measure): string {
  return measure !== 'cost'
    ? formatAmount(value)
    : value === 0
      ? '0'
      : new Intl.NumberFormat(intlLocale(), shortDollars).format(value);
}

/** What a key of a group is called. */
export function nameOf(key: string, by: Stacking, place: NumbersPlace): string {
  switch (by) {
    case 'agent':
      return agentName(key, place);
    case 'model':
      return key === '' ? t('Unknown Model') : key;
    case 'folder':
      return folderName(key, place);
  }
}
