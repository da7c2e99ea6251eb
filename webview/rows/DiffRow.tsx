import type { VNode } from 'preact';
import { formatCount, plural, t } from '#base/l10n.ts';
import type { DiffLine } from '#core/diff.ts';
import type { DiffRow as Row } from '#core/replay/row.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { Frame, HeadTools, Long } from '../surface/pieces.ts';
import { useSurface } from '../surface/surface.ts';
import { diffSigns } from './rowFacts.ts';
import { ToolRow } from './ToolRow.tsx';
import { shortPath } from '../text/shortPath.ts';
import './diff.css';
import './longText.css';

/** Lines shown of a folded diff; most edits by agents are shorter. */
const foldedLines = 24;

export function DiffRow({ row }: { row: Row }): VNode {
  const cwd = useSurface().cwd();
  return (
    <Frame
      id={row.id}
      className="diff"
      toggleLabel={(open) => (open ? t('Hide Changes') : t('Show Changes'))}
      head={
        <>
          <Icon name="diff" />
          <Foreign
            text={row.path === undefined ? t('Changed file') : shortPath(row.path, cwd)}
            className="diff-path"
          />
          <span class="diff-counts">
            <span class="diff-added-count" aria-label={t('{0} added', row.added)}>
              +{formatCount(row.added)}
            </span>
            <span class="diff-removed-count" aria-label={t('{0} removed', row.removed)}>
              −{formatCount(row.removed)}
            </span>
          </span>
          <HeadTools row={row} />
        </>
      }
    >
      {() => (
        <>
          <Changes row={row} />
          {row.call !== undefined && <ToolRow row={row.call} />}
        </>
      )}
    </Frame>
  );
}

function Changes({ row }: { row: Row }): VNode | null {
  const missing = row.total - row.lines.length;
  return row.lines.length === 0 ? null : (
    <Long
      id={`${row.id}/text`}
      isLong={row.lines.length > foldedLines}
      showAll={
        missing > 0
          ? t('Show the first {0} of {1} lines', row.lines.length, row.total)
          : plural(row.total, 'Show all (1 line)', 'Show all ({0} lines)')
      }
      draw={(all) => <DiffLines lines={all ? row.lines : row.lines.slice(0, foldedLines)} />}
      rest={() =>
        missing > 0
          ? {
              rowId: row.id,
              part: 'diff',
              missing: plural(missing, '1 more line', '{0} more lines'),
            }
          : undefined
      }
    />
  );
}

function DiffLines({ lines }: { lines: readonly DiffLine[] }): VNode {
  return (
    <table class="diff-lines" dir="ltr">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{t('Old line')}</th>
          <th scope="col">{t('New line')}</th>
          <th scope="col">{t('Change')}</th>
          <th scope="col">{t('Text')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at} class={`diff-${line.kind}`}>
            <td class="diff-number">{line.oldLine}</td>
            <td class="diff-number">{line.newLine}</td>
            <td class="diff-sign">{diffSigns[line.kind]}</td>
            <td class="diff-text">
              <Code text={line.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
