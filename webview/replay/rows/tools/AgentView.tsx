import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { ToolViewOf } from '#core/rows/views/toolView.ts';
import { SubAgents } from '../../../kit/surface/pieces.ts';
import { Icon } from '../../../kit/widgets/Icon.tsx';
import { Foreign, ForeignProse } from '../../../kit/widgets/Visible.tsx';
import { LongMarkdown } from './LongMarkdown.tsx';
import type { ToolViewProps } from './toolViewProps.ts';

/** What an agent told others to do, and what they answered. */
export function AgentView({
  row,
  view: { tasks, answer },
}: ToolViewProps<ToolViewOf<'agent'>>): VNode {
  return (
    <>
      {tasks.map(({ agent, title, prompt }, at) => (
        <div key={at} class="agent-task">
          {(agent !== undefined || title !== undefined) && (
            <p class="tool-subject">
              <Icon name="robot" />
              {agent !== undefined && <Foreign text={agent} className="agent-name" />}
              {title !== undefined && <ForeignProse text={title} className="quiet" />}
            </p>
          )}
          <LongMarkdown rowId={row.id} part="input" id={`task${at}`} text={prompt} />
        </div>
      ))}
      <SubAgents row={row} />
      {answer !== undefined && (
        <div class="agent-answer">
          <h2>{t('Answer')}</h2>
          <LongMarkdown rowId={row.id} part="output" id="output" text={answer} />
        </div>
      )}
    </>
  );
}
