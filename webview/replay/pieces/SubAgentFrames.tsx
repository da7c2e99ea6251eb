import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { plural, t } from '#base/l10n.ts';
import type { AgentWork } from '#core/events/event.ts';
import { deepestNesting, nestingOf } from '#core/rows/rowId.ts';
import { subAgentWords } from '#core/rows/rowWords.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { mostNestedRows, type AgentSteps } from '../model/rowModels.ts';
import { NestedRows } from '../rows/NestedRows.tsx';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import { Frame } from '../../kit/surface/pieces.ts';

/** What the sub-agents of a call did: the first rows, and the rest in tabs of their own. */
export function SubAgentFrames({ row }: PieceProps['SubAgentRows']): VNode | null {
  const { id, agents = [], work } = row;
  return nestingOf(id) >= deepestNesting ? null : (
    <>
      {agents.map((agent, place) => (
        <SubAgent key={agent.id} rowId={id} place={place} work={work} />
      ))}
    </>
  );
}

interface SubAgentProps {
  readonly rowId: string;
  readonly place: number;
  readonly work: AgentWork | undefined;
}

function SubAgent({ rowId, place, work }: SubAgentProps): VNode | null {
  const { replay, tell } = usePage();
  const { agents } = useLazyModels();
  const header = replay.header.value;
  useEffect(
    () => agents.read(rowId, place),
    [agents, rowId, place, header?.generation, header?.size],
  );
  const steps = agents.stepsOf(rowId, place);
  if (steps.state === 'missing') {
    return <p class="quiet">{t('The log of this sub-agent is no longer there.')}</p>;
  }
  return (
    <Frame
      id={`${rowId}/agent${place}`}
      className="sub-agent"
      toggleLabel={(open) => (open ? t('Hide Sub-Agent Steps') : t('Show Sub-Agent Steps'))}
      head={
        <>
          <Icon name="robot" />
          <span class="quiet">{wordsOf(steps, work)}</span>
          <TextButton onClick={() => tell('agent/open', { rowId, agent: place })}>
            {t('Open Sub-Agent')}
          </TextButton>
        </>
      }
    >
      {steps.state === 'shown'
        ? () => (
            <>
              <NestedRows rows={steps.rows} />
              <More steps={steps} onMore={() => agents.showMore(rowId, place)} />
            </>
          )
        : undefined}
    </Frame>
  );
}

function wordsOf(steps: AgentSteps, work: AgentWork | undefined): string {
  switch (steps.state) {
    case 'shown':
      return subAgentWords(steps.facts, work);
    case 'loading':
      return t('Loading…');
    case 'failed':
      return t('The sub-agent’s steps could not be read.');
    case 'missing':
      return '';
  }
}

function More({
  steps: { facts, rows },
  onMore,
}: {
  steps: Extract<AgentSteps, { state: 'shown' }>;
  onMore: () => void;
}): VNode | null {
  const left = facts.total - rows.length;
  if (left <= 0) {
    return null;
  }
  const words = plural(left, '1 more row', '{0} more rows');
  return (
    <p class="nested-more">
      {rows.length < mostNestedRows ? (
        <TextButton onClick={onMore}>{t('Show More ({0})', words)}</TextButton>
      ) : (
        <span class="quiet">{t('{0} in the sub-agent’s own tab', words)}</span>
      )}
    </p>
  );
}
