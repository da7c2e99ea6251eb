import type { VNode } from 'preact';
import { t, formatCount, plural } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { CodeRun } from '../../kit/code/highlight.ts';
import { diffParts, sideBySide } from '../../kit/code/diffParts.ts';
import { runsOfDiff, languageOfPath } from '../../kit/code/highlighter.ts';
import { Runs } from '../../kit/code/HighlightedCode.tsx';
import { Code } from '../../kit/widgets/Visible.tsx';
import { useSurface, type PieceProps } from '../../kit/surface/surface.ts';
import { coloredAtOnce } from '../../kit/surface/frameBudget.ts';
import { diffSigns } from './rowFacts.ts';
import '../../kit/code/code.css';
import './diff.css';
import type { RowOf } from '#core/rows/row.ts';
import { Long } from '../../kit/surface/pieces.ts';

/** Lines shown of a folded diff; most edits by agents are shorter. */
const foldedLines = 24;

interface LongDiffProps extends Pick<PieceProps['Rest'], 'rowId' | 'part'> {
  readonly id: string;
  readonly lines: readonly DiffLine[];
  /** Number of lines in the log. */
  readonly total: number;
  readonly draw: (lines: readonly DiffLine[]) => VNode;
}

/** Whether the log says where a diff is. */
export function isNumbered(lines: readonly DiffLine[]): boolean {
  return lines.some(({ oldLine, newLine }) => (oldLine ?? newLine) !== undefined);
}

/** The first lines of a diff, the rest on demand, and a link to what is not loaded. */
export function LongDiff({ id, rowId, part, lines, total, draw }: LongDiffProps): VNode | null {
  const left = total - lines.length;
  const missing = left > 0 ? plural(left, '1 more line', '{0} more lines') : undefined;
  return lines.length === 0 ? null : (
    <Long
      id={`${rowId}/${id}`}
      isLong={lines.length > foldedLines}
      showAll={
        left > 0
          ? t('Show the first {0} of {1} lines', lines.length, total)
          : plural(total, 'Show all (1 line)', 'Show all ({0} lines)')
      }
      draw={(all) => draw(all ? lines : lines.slice(0, foldedLines))}
      rest={() => (missing === undefined ? undefined : { rowId, part, missing })}
    />
  );
}

interface DiffTableProps {
  readonly lines: readonly DiffLine[];
  /** Says the language. */
  readonly path: string | undefined;
}

/** The lines of a diff, one below the other or with both sides beside each other. */
export function DiffTable({ lines, path }: DiffTableProps): VNode {
  const isSplit = useSurface().sideBySide();
  const language = languageOfPath(path);
  const Part = isSplit ? SplitPart : UnifiedPart;
  const [oldLine, newLine, change] = [t('Old line'), t('New line'), t('Change')];
  return (
    <table class={isSplit ? 'diff-lines diff-split' : 'diff-lines'} dir="ltr">
      {isSplit && (
        <colgroup>
          {['number', 'sign', 'text', 'number', 'sign', 'text'].map((name, at) => (
            <col key={at} class={`diff-${name}`} />
          ))}
        </colgroup>
      )}
      <thead class="visually-hidden">
        <tr>
          {(isSplit
            ? [oldLine, change, t('Old text'), newLine, change, t('New text')]
            : [oldLine, newLine, change, t('Text')]
          ).map((name, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {diffParts(lines, coloredAtOnce).map((part, at) => (
          <Part key={at} lines={part} language={language} />
        ))}
      </tbody>
    </table>
  );
}

interface PartProps {
  readonly lines: readonly DiffLine[];
  readonly language: string;
}

function UnifiedPart({ lines, language }: PartProps): VNode {
  const runs = useRuns(lines, language);
  return (
    <>
      {lines.map((line, at) => (
        <tr key={at} class={`diff-${line.kind}${line.isFromDisk === true ? ' diff-disk' : ''}`}>
          <td class="diff-number">{line.oldLine}</td>
          <td class="diff-number">{line.newLine}</td>
          <td class="diff-sign">{diffSigns[line.kind]}</td>
          <td class="diff-text">
            <LineText line={line} runs={runs?.get(line)} />
          </td>
        </tr>
      ))}
    </>
  );
}

function SplitPart({ lines, language }: PartProps): VNode {
  const runs = useRuns(lines, language);
  return (
    <>
      {sideBySide(lines).map((split, at) =>
        split.kind === 'hunk' ? (
          <tr key={at} class="diff-hunk">
            <td class="diff-text" colSpan={6}>
              <Code text={split.line.text} />
            </td>
          </tr>
        ) : (
          <tr key={at}>
            <Side line={split.before} number={split.before?.oldLine} runs={runs} />
            <Side line={split.after} number={split.after?.newLine} runs={runs} />
          </tr>
        ),
      )}
    </>
  );
}

interface SideProps {
  readonly line: DiffLine | undefined;
  readonly number: number | undefined;
  readonly runs: ReadonlyMap<DiffLine, readonly CodeRun[]> | undefined;
}

function Side({ line, number, runs }: SideProps): VNode {
  if (line === undefined) {
    return <td class="diff-nothing" colSpan={3} />;
  }
  const kind = `diff-${line.kind}${line.isFromDisk === true ? ' diff-disk' : ''}`;
  return (
    <>
      <td class={`diff-number ${kind}`}>{number}</td>
      <td class={`diff-sign ${kind}`}>{diffSigns[line.kind]}</td>
      <td class={`diff-text ${kind}`}>
        <LineText line={line} runs={runs?.get(line)} />
      </td>
    </>
  );
}

/** Colors and changed words; undefined until it is this part's turn. */
function useRuns(
  lines: readonly DiffLine[],
  language: string,
): ReadonlyMap<DiffLine, readonly CodeRun[]> | undefined {
  const chars = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  return useSurface().useTurn(chars) ? runsOfDiff(lines, language) : undefined;
}

function LineText(props: { line: DiffLine; runs: readonly CodeRun[] | undefined }): VNode {
  const { line, runs } = props;
  return runs === undefined ? <Code text={line.text} /> : <Runs runs={runs} />;
}

/** How many lines a change adds and removes. */
export function DiffCounts({ added, removed }: Pick<RowOf<'diff'>, 'added' | 'removed'>): VNode {
  return (
    <span class="diff-counts">
      <span class="diff-added-count" aria-label={t('{0} added', added)}>
        +{formatCount(added)}
      </span>
      <span class="diff-removed-count" aria-label={t('{0} removed', removed)}>
        −{formatCount(removed)}
      </span>
    </span>
  );
}
