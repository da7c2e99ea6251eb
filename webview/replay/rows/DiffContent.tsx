import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Code, Foreign } from '../../kit/widgets/Visible.tsx';
import { EditBadge, FileLink, Frame, HeadTools } from '../../kit/surface/pieces.ts';
import { useSurface } from '../../kit/surface/surface.ts';
import { DiffCounts, DiffTable, LongDiff } from './DiffTable.tsx';
import { ToolContent } from './ToolContent.tsx';
import { placeFinder } from '../../kit/surface/placeFinder.ts';
import { shortPath } from '../../kit/text/names.ts';
import './diff.css';
import './longText.css';

export function DiffContent({ row }: { row: RowOf<'diff'> }): VNode {
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
          <LongDiff
            id="text"
            rowId={row.id}
            part="diff"
            lines={row.lines}
            total={row.total}
            draw={(lines) => <DiffTable lines={lines} path={row.path} />}
          />
          {row.call !== undefined && <ToolContent row={row.call} />}
        </>
      )}
    </Frame>
  );
}

/** The file, at the first line that changed. */
function DiffPath({ row }: { row: RowOf<'diff'> }): VNode {
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
