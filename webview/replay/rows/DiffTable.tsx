import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { CodeRun } from '../../kit/code/highlight.ts';
import { diffParts, sideBySide } from '../../kit/code/diffParts.ts';
import { runsOfDiff } from '../../kit/code/highlighter.ts';
import { languageOfPath } from '../../kit/code/languageOfPath.ts';
import { Runs } from '../../kit/code/Runs.tsx';
import { Code } from '../../kit/widgets/Visible.tsx';
import { useSurface } from '../../kit/surface/surface.ts';
import { coloredAtOnce } from '../../kit/surface/turns.ts';
import { diffSigns } from './rowFacts.ts';
import '../../kit/code/code.css';
import './diff.css';

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
          {isSplit ? (
            <>
              <th scope="col">{t('Old line')}</th>
              <th scope="col">{t('Change')}</th>
              <th scope="col">{t('Old text')}</th>
              <th scope="col">{t('New line')}</th>
              <th scope="col">{t('Change')}</th>
              <th scope="col">{t('New text')}</th>
            </>
          ) : (
            <>
              <th scope="col">{t('Old line')}</th>
              <th scope="col">{t('New line')}</th>
              <th scope="col">{t('Change')}</th>
              <th scope="col">{t('Text')}</th>
            </>
          )}
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
        <tr key={at} class={`diff-${line.kind}`}>
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
  const kind = `diff-${line.kind}`;
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
