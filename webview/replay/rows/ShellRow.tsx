import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { saysErrorTwice } from '#core/rows/rowTexts.ts';
import { Code, Foreign } from '../../kit/widgets/Visible.tsx';
import { Frame, HeadTools } from '../../kit/surface/pieces.ts';
import { CallStateMark } from './CallStateMark.tsx';
import { ErrorText } from './ErrorText.tsx';
import { TerminalOutput } from './TerminalOutput.tsx';
import './terminal.css';

export function ShellRow({ row }: { row: RowOf<'shell'> }): VNode {
  const hasOutput = row.output !== undefined || (row.error !== undefined && row.error !== '');
  return (
    <Frame
      id={row.id}
      className="terminal"
      toggleLabel={(open) => (open ? t('Hide Output') : t('Show Output'))}
      head={
        <>
          <div class="terminal-command">
            {row.summary !== '' && <Foreign text={row.summary} className="terminal-summary" />}
            <pre dir="ltr">
              <span class="terminal-prompt" aria-hidden="true">
                ${' '}
              </span>
              <Code text={row.command} />
            </pre>
          </div>
          <HeadTools row={row} />
          <CallStateMark state={row.state} durationNs={row.durationNs} exitCode={row.exitCode} />
        </>
      }
    >
      {hasOutput ? () => <Output row={row} /> : undefined}
    </Frame>
  );
}

function Output({ row }: { row: RowOf<'shell'> }): VNode {
  return (
    <div class="terminal-body">
      <TerminalOutput row={row} />
      {row.error !== undefined && row.error !== '' && !saysErrorTwice(row) && (
        <ErrorText rowId={row.id} text={row.error} />
      )}
    </div>
  );
}
