import type { VNode } from 'preact';
import { t, plural } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { saysErrorTwice } from '#core/rows/rowTexts.ts';
import { Code, Foreign } from '../../kit/widgets/Visible.tsx';
import { Frame, HeadTools, Long, PartTools, ErrorText } from '../../kit/surface/pieces.ts';
import { CallStateMark } from './CallState.tsx';
import './terminal.css';
import { useMemo } from 'preact/hooks';
import { ansiLines, type AnsiSegment } from '#core/text/ansi.ts';
import { AnsiText } from '../../kit/code/AnsiText.tsx';
import { missingText } from './LongText.tsx';
import './longText.css';

interface ShellContentProps {
  readonly row: RowOf<'shell'>;
  /** Within the card of what the command changed. */
  readonly isRaw?: boolean;
}

export function ShellContent({ row, isRaw = false }: ShellContentProps): VNode {
  const hasOutput =
    (row.output !== undefined && row.isOutputRaw !== true) ||
    (row.error !== undefined && row.error !== '');
  return (
    <Frame
      id={isRaw ? `${row.id}/command` : row.id}
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
          {!isRaw && <HeadTools row={row} />}
          <CallStateMark state={row.state} durationNs={row.durationNs} exitCode={row.exitCode} />
        </>
      }
    >
      {hasOutput ? () => <Output row={row} hasError={!isRaw} /> : undefined}
    </Frame>
  );
}

function Output({ row, hasError }: { row: RowOf<'shell'>; hasError: boolean }): VNode {
  return (
    <div class="terminal-body">
      <TerminalOutput row={row} />
      {hasError && row.error !== undefined && row.error !== '' && !saysErrorTwice(row) && (
        <ErrorText rowId={row.id} text={row.error} />
      )}
    </div>
  );
}

type Lines = readonly (readonly AnsiSegment[])[];

/** Limit for folded lines: an output can be one long line. */
const foldedChars = 4_000;

/** The last lines of an output; the output itself if it has no more. */
function lastLines(lines: Lines, count: number): Lines {
  const last = lines.length > count ? lines.slice(-count) : lines;
  const chars = last.reduce((sum, line) => sum + lengthOf(line), 0);
  return chars > foldedChars * 2 ? lastChars(last, foldedChars) : last;
}

function lengthOf(line: readonly AnsiSegment[]): number {
  return line.reduce((sum, { text }) => sum + text.length, 0);
}

function lastChars(lines: Lines, count: number): Lines {
  const kept: AnsiSegment[][] = [];
  let left = count;
  for (let at = lines.length - 1; at >= 0 && left > 0; at -= 1) {
    const line: AnsiSegment[] = [];
    for (const { text, style } of [...(lines[at] ?? [])].reverse()) {
      if (left > 0) {
        line.unshift({ text: endOf(text, left), style });
        left -= text.length;
      }
    }
    kept.unshift(line);
  }
  return kept;
}

/** Never starts with the second half of a surrogate pair. */
function endOf(text: string, count: number): string {
  const end = text.slice(-count);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}

/** Lines shown of a folded output: of a failure, enough to see why. */
const foldedLines = { done: 5, failed: 20, unfinished: 20, declined: 20 } as const;

/** What a command printed: the last lines, which say how it went, and the rest on demand. */
function TerminalOutput({ row }: { row: RowOf<'shell'> }): VNode | null {
  const { id, output, outputEnd } = row;
  const beginning = useMemo(() => printed(output?.text ?? ''), [output?.text]);
  const end = useMemo(
    () => (outputEnd === undefined ? beginning : printed(outputEnd.text)),
    [beginning, outputEnd],
  );
  if (output === undefined) {
    return null;
  }
  const last = lastLines(end, foldedLines[row.state]);
  const isCut = outputEnd !== undefined;
  const linesAbove = outputEnd?.linesAbove ?? 0;
  const gap = linesAbove - beginning.length;
  const above = linesAbove + end.length - last.length;
  const missing =
    isCut && gap > 0
      ? plural(gap, '1 more line between', '{0} more lines between')
      : isCut
        ? missingText({ ...output, text: output.text + outputEnd.text })
        : missingText(output);
  return (
    <div class="long-text">
      <Long
        id={`${id}/output`}
        isLong={isCut || last !== end}
        showsEnd
        showAll={showLabel(above, isCut ? above - Math.max(0, gap) : above)}
        draw={(all) => (
          <pre dir="ltr">
            <code>
              {all && isCut && (
                <>
                  <AnsiText lines={beginning} />
                  <span class="terminal-gap">{missing ?? ''}</span>
                </>
              )}
              <AnsiText lines={all ? end : last} />
            </code>
          </pre>
        )}
        rest={(all) => ({ rowId: id, part: 'output', missing: all ? missing : undefined })}
      />
      <PartTools rowId={id} part="output" copyLabel={t('Copy Output')} />
    </div>
  );
}

/** Without the blank lines at its end. */
function printed(text: string): Lines {
  const lines = ansiLines(text);
  const last = lines.findLastIndex((line) => line.some((segment) => segment.text.trim() !== ''));
  return lines.slice(0, last + 1);
}

/** @param loaded how many of the lines above can be shown. */
function showLabel(above: number, loaded: number): string {
  if (above === 0) {
    return t('Show all');
  }
  return loaded < above
    ? t('Show {0} of {1} lines above', loaded, above)
    : plural(above, 'Show 1 line above', 'Show {0} lines above');
}
