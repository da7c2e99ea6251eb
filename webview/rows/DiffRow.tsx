import type { VNode } from 'preact';
import type { DiffLine } from '#core/diff.ts';
import type { DiffRow as Row } from '#core/replay/row.ts';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { TextButton } from '../components/TextButton.tsx';
import { Code, Foreign } from '../components/Visible.tsx';
import { usePage } from '../pageContext.ts';
import { counted, formatCount } from '../text/format.ts';
import { shortPath } from '../text/shortPath.ts';
import { useOpenPart } from './openParts.ts';
import { RowToolbar } from './RowToolbar.tsx';
import './diff.css';
import './longText.css';

/** Lines that a folded diff shows; most edits of agents are shorter. */
const foldedLines = 24;

export function DiffRow({ row }: { row: Row }): VNode {
  const page = usePage();
  const whole = useOpenPart(row.id, true);
  const all = useOpenPart(`${row.id}/text`, false);
  const shown = all.open ? row.lines : row.lines.slice(0, foldedLines);
  const cwd = page.replay.header.value?.cwd;
  const missing = row.total - row.lines.length;
  const openDiff = () => {
    page.tell('diff/open', { rowId: row.id });
  };
  return (
    <div class="diff">
      <div class="diff-head">
        <IconButton
          icon={whole.open ? 'chevron-down' : 'chevron-right'}
          label={whole.open ? 'Hide Changes' : 'Show Changes'}
          onClick={whole.toggle}
        />
        <Icon name="diff" />
        <Foreign
          text={row.path === undefined ? 'Changed file' : shortPath(row.path, cwd)}
          className="diff-path"
        />
        <span class="diff-counts">
          <span class="diff-added-count" aria-label={`${row.added} added`}>
            +{formatCount(row.added)}
          </span>
          <span class="diff-removed-count" aria-label={`${row.removed} removed`}>
            −{formatCount(row.removed)}
          </span>
        </span>
        <RowToolbar row={row} inHead />
        <TextButton onClick={openDiff}>Open Diff</TextButton>
      </div>
      {whole.open && row.lines.length > 0 && <DiffLines lines={shown} />}
      {whole.open && (row.lines.length > foldedLines || missing > 0) && (
        <div class="long-text-actions">
          {row.lines.length > foldedLines && (
            <TextButton onClick={all.toggle}>
              {all.open ? 'Show less' : `Show all (${counted(row.lines.length, 'line')})`}
            </TextButton>
          )}
          {missing > 0 && (
            <TextButton onClick={openDiff}>{counted(missing, 'more line')}: open diff</TextButton>
          )}
        </div>
      )}
    </div>
  );
}

const signs = { context: ' ', added: '+', removed: '-', hunk: '' } as const;

function DiffLines({ lines }: { lines: readonly DiffLine[] }): VNode {
  return (
    <table class="diff-lines" dir="ltr">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Old line</th>
          <th scope="col">New line</th>
          <th scope="col">Change</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at} class={`diff-${line.kind}`}>
            <td class="diff-number">{line.oldLine}</td>
            <td class="diff-number">{line.newLine}</td>
            <td class="diff-sign">{signs[line.kind]}</td>
            <td class="diff-text">
              <Code text={line.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
