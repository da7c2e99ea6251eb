import type { VNode } from 'preact';
import type { DiffLine } from '#core/diff.ts';
import type { DiffRow as Row } from '#core/replay/row.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { Frame, HeadTools, Long } from '../surface/pieces.ts';
import { useSurface } from '../surface/surface.ts';
import { counted, formatCount } from '../text/format.ts';
import { shortPath } from '../text/shortPath.ts';
import './diff.css';
import './longText.css';

/** Lines that a folded diff shows; most edits of agents are shorter. */
const foldedLines = 24;

export function DiffRow({ row }: { row: Row }): VNode {
  const cwd = useSurface().cwd();
  return (
    <Frame
      id={row.id}
      className="diff"
      content="Changes"
      head={
        <>
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
          <HeadTools row={row} />
        </>
      }
    >
      {() => <Changes row={row} />}
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
          ? `Show the first ${formatCount(row.lines.length)} of ${counted(row.total, 'line')}`
          : `Show all (${counted(row.total, 'line')})`
      }
      draw={(all) => <DiffLines lines={all ? row.lines : row.lines.slice(0, foldedLines)} />}
      rest={() =>
        missing > 0
          ? { rowId: row.id, part: 'diff', missing: counted(missing, 'more line') }
          : undefined
      }
    />
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
