import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural, t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { ansiLines, type AnsiSegment } from '#core/text/ansi.ts';
import { AnsiText } from '../../kit/code/AnsiText.tsx';
import { Long, PartTools } from '../../kit/surface/pieces.ts';
import { lastLines } from './lastLines.ts';
import { missingText } from './missingText.ts';
import './longText.css';

/** Lines shown of a folded output. */
const foldedLines = 20;

/** What a command printed: the last lines, which say how it went, and the rest on demand. */
export function TerminalOutput({ row }: { row: RowOf<'shell'> }): VNode | null {
  const { id, output, outputEnd } = row;
  const beginning = useMemo(() => printed(output?.text ?? ''), [output?.text]);
  const end = useMemo(
    () => (outputEnd === undefined ? beginning : printed(outputEnd.text)),
    [beginning, outputEnd],
  );
  if (output === undefined) {
    return null;
  }
  const last = lastLines(end, foldedLines);
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
function printed(text: string): readonly (readonly AnsiSegment[])[] {
  const lines = ansiLines(text);
  let { length } = lines;
  while (length > 0 && (lines[length - 1] ?? []).every((segment) => segment.text.trim() === '')) {
    length -= 1;
  }
  return lines.slice(0, length);
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
