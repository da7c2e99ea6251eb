import type { VNode } from 'preact';
import { ansiLines } from '#core/text/ansi.ts';
import type { ShellRow as Row } from '#core/replay/row.ts';
import { AnsiText } from '../code/AnsiText.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { Code, Foreign } from '../components/Visible.tsx';
import { CallStateMark } from './CallStateMark.tsx';
import { LongCode } from './LongCode.tsx';
import { useOpenPart } from './openParts.ts';
import { RowToolbar } from './RowToolbar.tsx';
import './terminal.css';

export function ShellRow({ row }: { row: Row }): VNode {
  const { open, toggle } = useOpenPart(row.id, true);
  const hasOutput = row.output !== undefined || (row.error !== undefined && row.error !== '');
  return (
    <div class="terminal">
      <div class="terminal-head">
        {hasOutput && (
          <IconButton
            icon={open ? 'chevron-down' : 'chevron-right'}
            label={open ? 'Hide Output' : 'Show Output'}
            onClick={toggle}
          />
        )}
        <div class="terminal-command">
          {row.summary !== '' && <Foreign text={row.summary} className="terminal-summary" />}
          <pre dir="ltr">
            <span class="terminal-prompt" aria-hidden="true">
              ${' '}
            </span>
            <Code text={row.command} />
          </pre>
        </div>
        <RowToolbar row={row} inHead />
        <CallStateMark state={row.state} durationNs={row.durationNs} exitCode={row.exitCode} />
      </div>
      {hasOutput && open && (
        <div class="terminal-body">
          {row.output !== undefined && (
            <LongCode
              rowId={row.id}
              part="output"
              text={row.output}
              draw={(text) => <AnsiText lines={ansiLines(text.trimEnd())} />}
            />
          )}
          {row.error !== undefined && row.error !== '' && row.error !== row.output?.text && (
            <p class="error-text">
              <Code text={row.error} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}
