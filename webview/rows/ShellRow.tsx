import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { ansiLines } from '#core/text/ansi.ts';
import type { ShellRow as Row } from '#core/replay/row.ts';
import { saysErrorTwice } from '#core/replay/rowTexts.ts';
import { AnsiText } from '../code/AnsiText.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { Frame, HeadTools } from '../surface/pieces.ts';
import { CallStateMark } from './CallStateMark.tsx';
import { LongCode } from './LongCode.tsx';
import './terminal.css';

export function ShellRow({ row }: { row: Row }): VNode {
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

function Output({ row }: { row: Row }): VNode {
  return (
    <div class="terminal-body">
      {row.output !== undefined && (
        <LongCode
          rowId={row.id}
          part="output"
          text={row.output}
          draw={(text) => <AnsiText lines={ansiLines(text.trimEnd())} />}
        />
      )}
      {row.error !== undefined && row.error !== '' && !saysErrorTwice(row) && (
        <p class="error-text">
          <Code text={row.error} />
        </p>
      )}
    </div>
  );
}
