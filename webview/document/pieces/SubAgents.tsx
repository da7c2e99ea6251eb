import type { VNode } from 'preact';
import type { AgentWork } from '#core/events/event.ts';
import type { SubAgentSteps } from '#core/rows/row.ts';
import { leftOutNote, leftRowsNote, subAgentWords } from '#core/rows/rowWords.ts';
import { NestedRows } from '../../replay/rows/NestedRows.tsx';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { RowImages } from './Images.tsx';
import '../../replay/rows/subAgents.css';

/** As much of what sub-agents did as was given with their call. */
export function SubAgents({ row: { agents = [], work } }: PieceProps['SubAgents']): VNode {
  return (
    <>
      {agents.map(({ id, steps, isLeftOut }) =>
        steps !== undefined ? (
          <SubAgent key={id} steps={steps} work={work} />
        ) : (
          isLeftOut && (
            <p key={id} class="quiet">
              {leftOutNote()}
            </p>
          )
        ),
      )}
    </>
  );
}

interface SubAgentProps {
  readonly steps: SubAgentSteps;
  readonly work: AgentWork | undefined;
}

function SubAgent({ steps: { facts, rows }, work }: SubAgentProps): VNode {
  const left = facts.total - rows.length;
  return (
    <details class="sub-agent">
      <summary class="sub-agent-head">
        <Icon name="chevron-right" />
        <Icon name="robot" />
        <span class="quiet">{subAgentWords(facts, work)}</span>
      </summary>
      <RowImages.Provider value={[]}>
        <NestedRows rows={rows} />
      </RowImages.Provider>
      {left > 0 && <p class="quiet">{leftRowsNote(left)}</p>}
    </details>
  );
}
