import type { VNode } from 'preact';
import { formatCount, plural, t } from '#base/l10n.ts';
import { formatAmount, formatCost, formatMs, isAmount } from '#base/format.ts';
import { tokensOf } from '#core/events/usage.ts';
import { both } from '#core/numbers/about.ts';
import type { Spending } from '#core/prices/spending.ts';
import type { OutlinePrompt, OutlineEntry, OutlineMarker } from '#protocol/pages/outline.ts';
import { declinedByYou } from '#core/rows/rowWords.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import './promptCounts.css';

interface PromptCountsProps {
  readonly prompt: OutlinePrompt;
  /** What its sub-agents used, as soon as that is known. */
  readonly subAgents?: Spending | undefined;
}

/** What a prompt led to, as icons and figures. */
export function PromptCounts({ prompt, subAgents }: PromptCountsProps): VNode | null {
  const { durationMs } = prompt;
  const spent = subAgents === undefined ? prompt.spent : both(subAgents, prompt.spent);
  const counts = countsOf(prompt);
  if (counts.length === 0 && durationMs === undefined && spent === undefined) {
    return null;
  }
  return (
    <span class="prompt-counts">
      {counts.map(({ icon, count, words }) => (
        <span key={icon} class={`prompt-count prompt-count-${icon}`} title={words}>
          <Icon name={icon} />
          <span aria-hidden="true">{formatCount(count)}</span>
          <span class="visually-hidden">{words}</span>
        </span>
      ))}
      {durationMs !== undefined && <span class="prompt-duration">{formatMs(durationMs)}</span>}
      {spent !== undefined && isAmount(tokensOf(spent)) && (
        <span class="prompt-spent" title={spentDetails(spent, subAgents)}>
          {spentWords(spent)}
        </span>
      )}
    </span>
  );
}

function spentWords(spent: Spending): string {
  return spent.cost > 0
    ? formatCost(spent.cost, spent.estimated)
    : t('{0} tokens', formatAmount(tokensOf(spent)));
}

function spentDetails(spent: Spending, subAgents: Spending | undefined): string {
  const ofAgents = subAgents && spentWords(subAgents);
  const { input, output, cacheRead, cacheWrite, estimated = 0, unpriced = 0, cost } = spent;
  return [
    t(
      '{0} input, {1} output, {2} read from cache, {3} written to cache',
      formatAmount(input),
      formatAmount(output),
      formatAmount(cacheRead),
      formatAmount(cacheWrite),
    ),
    ...(estimated > 0 ? [t('Estimated from prices of models')] : []),
    ...(cost > 0 && unpriced > 0 ? [t('{0} tokens without a price', formatAmount(unpriced))] : []),
    ...(ofAgents === undefined ? [] : [t('Sub-agents: {0}', ofAgents)]),
  ].join('\n');
}

interface Count {
  readonly icon: IconName;
  readonly count: number;
  readonly words: string;
}

/** Only what is not zero; calls only if nothing says what they did. */
function countsOf({ files, commands, failures, calls }: OutlinePrompt): Count[] {
  const counts: readonly Count[] = [
    { icon: 'diff', count: files, words: plural(files, '1 file changed', '{0} files changed') },
    { icon: 'terminal', count: commands, words: plural(commands, '1 command', '{0} commands') },
    {
      icon: 'tools',
      count: files + commands > 0 ? 0 : calls,
      words: plural(calls, '1 tool call', '{0} tool calls'),
    },
    { icon: 'error', count: failures, words: plural(failures, '1 failure', '{0} failures') },
  ];
  return counts.filter(({ count }) => count > 0);
}

export const markerIcons: Readonly<Record<OutlineMarker['kind'], IconName>> = {
  compaction: 'archive',
  fork: 'repo-forked',
  branch: 'git-branch',
  plan: 'checklist',
};

const markerWords = (kind: OutlineMarker['kind']): string =>
  ({
    compaction: t('Context compacted'),
    fork: t('Forked from another session'),
    branch: t('Branches'),
    plan: t('Plan'),
  })[kind];

/** One line for an entry of the outline. */
export function outlineWords(entry: OutlineEntry): string {
  if (entry.kind !== 'prompt') {
    const words = markerWords(entry.kind);
    const text = entry.text === undefined || entry.text === '' ? words : `${words}: ${entry.text}`;
    return entry.state === 'declined' ? `${text} (${declinedByYou()})` : text;
  }
  return entry.text === '' ? t('Prompt without text') : entry.text;
}
