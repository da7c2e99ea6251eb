import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { DiffRow as Row } from '#core/replay/row.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { EditBadge, FileLink, Frame, HeadTools, Long } from '../surface/pieces.ts';
import { useSurface } from '../surface/surface.ts';
import { DiffCounts } from './DiffCounts.tsx';
import { ToolRow } from './ToolRow.tsx';
import { placeFinder } from '../surface/placeFinder.ts';
import { shortPath } from '../text/shortPath.ts';
import { DiffTable } from './DiffTable.tsx';
import './diff.css';
import './longText.css';

/** Lines shown of a folded diff; most edits by agents are shorter. */
const foldedLines = 24;

export function DiffRow({ row }: { row: Row }): VNode {
  return (
    <Frame
      id={row.id}
      className="diff"
      toggleLabel={(open) => (open ? t('Hide Changes') : t('Show Changes'))}
      head={
        <>
          <Icon name="diff" />
          <DiffPath row={row} />
          <span class="diff-facts">
            <DiffCounts {...row} />
            <EditBadge rowId={row.id} />
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

/** The file, at the first line that changed. */
function DiffPath({ row }: { row: Row }): VNode {
  const cwd = useSurface().cwd();
  if (row.path === undefined) {
    return <Foreign text={t('Changed file')} className="diff-path" />;
  }
  const text = <Code text={shortPath(row.path, cwd)} />;
  const line = row.lines.find(({ kind, newLine }) => kind === 'added' && newLine !== undefined);
  const place = placeFinder()?.placeOfPath(row.path, line?.newLine);
  if (place === undefined) {
    return <bdi class="diff-path">{text}</bdi>;
  }
  return (
    <FileLink place={place} className="diff-path">
      {text}
    </FileLink>
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
      draw={(all) => (
        <DiffTable lines={all ? row.lines : row.lines.slice(0, foldedLines)} path={row.path} />
      )}
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
