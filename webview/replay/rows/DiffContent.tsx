import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { Diff, Row, RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Code, Foreign, ForeignProse } from '../../kit/widgets/Visible.tsx';
import {
  CallDetails,
  EditBadge,
  EditOnDisk,
  FileLink,
  Fold,
  Frame,
  HeadTools,
  ErrorText,
} from '../../kit/surface/pieces.ts';
import { useSurface } from '../../kit/surface/surface.ts';
import { CallStateMark } from './CallState.tsx';
import { DiffCounts, DiffTable, isNumbered, LongDiff } from './DiffTable.tsx';
import { ShellContent } from './ShellContent.tsx';
import { placeFinder } from '../../kit/surface/placeFinder.ts';
import { shortPath } from '../../kit/text/names.ts';
import { toolName } from '#core/index/toolKind.ts';
import './diff.css';
import './longText.css';
import './work.css';

type Call = RowOf<'tool'> | RowOf<'shell'>;

/** What a row made of files, one card for each. */
export function DiffContent({ row }: { row: RowOf<'diff'> | Call }): VNode {
  const files = editedFiles(row) ?? [];
  return (
    <>
      {files.map((file, at) => (
        <Card key={at} row={row} file={file} place={at} isLast={at === files.length - 1} />
      ))}
    </>
  );
}

/** The files that a row changed, as recorded; undefined if it changed none. */
export function editedFiles(row: Row): readonly Diff[] | undefined {
  switch (row.kind) {
    case 'diff':
      return [row];
    case 'shell':
    case 'tool':
      return row.diffs;
    default:
      return undefined;
  }
}

interface CardProps {
  readonly row: RowOf<'diff'> | Call;
  readonly file: Diff;
  readonly place: number;
  readonly isLast: boolean;
}

function Card({ row, file, place, isLast }: CardProps): VNode {
  const isFirst = place === 0;
  const lines = (shown: readonly DiffLine[]) => (
    <LongDiff
      id={isFirst ? 'text' : `text${place}`}
      rowId={file.id}
      part="diff"
      lines={shown}
      total={file.total - file.lines.length + shown.length}
      draw={(some) => <DiffTable lines={some} path={file.path} />}
    />
  );
  return (
    <Frame
      id={isFirst ? row.id : `${row.id}/file${place}`}
      className="diff"
      toggleLabel={(open) => (open ? t('Hide Changes') : t('Show Changes'))}
      head={
        <>
          <Icon name="diff" />
          {row.kind === 'tool' && <Foreign text={toolName(row.name)} className="work-name" />}
          <DiffPath file={file} />
          <span class="diff-facts">
            <DiffCounts {...file} />
            <EditBadge rowId={file.id} />
          </span>
          {isFirst && <HeadTools row={row} />}
          {isFirst && row.kind !== 'diff' && <CallStateMark {...row} />}
        </>
      }
    >
      {() => (
        <>
          {isFirst && row.kind === 'tool' && row.purpose !== undefined && (
            <p class="diff-purpose">
              <ForeignProse text={row.purpose} />
            </p>
          )}
          {isNumbered(file.lines) || file.lines.length < file.total ? (
            lines(file.lines)
          ) : (
            <EditOnDisk rowId={file.id} lines={file.lines} draw={lines} />
          )}
          {isLast && row.kind !== 'diff' && <CallEnd row={row} />}
        </>
      )}
    </Frame>
  );
}

/**
 * Why the call failed, and what the log has of it: Find marks this line for what is only there, and
 * what the diff says a second time is not counted.
 */
function CallEnd({ row }: { row: Call }): VNode {
  const { id, error } = row;
  const raw = () =>
    row.kind === 'tool' ? <CallDetails row={row} isRaw /> : <ShellContent row={row} isRaw />;
  return (
    <>
      {error !== undefined && error !== '' && (
        <div class="diff-error">
          <ErrorText rowId={id} text={error} />
        </div>
      )}
      <Fold
        id={`${id}/raw`}
        className="diff-raw"
        isAside
        line={() => <span class="text-rest">{t('Raw')}</span>}
      >
        {raw}
      </Fold>
    </>
  );
}

/** The file, at the first line that changed. */
function DiffPath({ file: { path, lines } }: { file: Diff }): VNode {
  const cwd = useSurface().cwd();
  if (path === undefined) {
    return <Foreign text={t('Changed file')} className="diff-path" />;
  }
  const text = <Code text={shortPath(path, cwd)} />;
  const line = lines.find(({ kind, newLine }) => kind === 'added' && newLine !== undefined);
  const place = placeFinder()?.placeOfPath(path, line?.newLine);
  if (place === undefined) {
    return <bdi class="diff-path">{text}</bdi>;
  }
  return (
    <FileLink place={place} className="diff-path">
      {text}
    </FileLink>
  );
}
