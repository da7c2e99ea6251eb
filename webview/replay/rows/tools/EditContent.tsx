import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { ToolViewOf, EditedFile } from '#core/rows/views/toolView.ts';
import { useRowTabIndex } from '../../../kit/widgets/rowContext.ts';
import { Code } from '../../../kit/widgets/Visible.tsx';
import { EditBadge, EditOnDisk } from '../../../kit/surface/pieces.ts';
import { DiffCounts, DiffTable, isNumbered, LongDiff } from '../DiffTable.tsx';
import { FilePath } from './FilePath.tsx';
import { diffSigns } from '../rowFacts.ts';
import type { ToolViewProps } from './toolViewProps.ts';

export function EditContent({ row, view: { files } }: ToolViewProps<ToolViewOf<'edit'>>): VNode {
  const isOne = files.length === 1 && row.state === 'done';
  return (
    <>
      {files.map((file, at) => (
        <div key={at} class="tool-edit">
          <p class="tool-subject">
            {wordOf[file.change]?.()}
            <FilePath path={file.path} />
            {file.movedTo !== undefined && (
              <>
                <span aria-hidden="true">→</span>
                <span class="visually-hidden">{t('Moved to')}</span>
                <FilePath path={file.movedTo} />
              </>
            )}
            {file.added + file.removed > 0 && <DiffCounts {...file} />}
            {isOne && <EditBadge rowId={row.id} />}
          </p>
          {isOne && file.lines.length === file.total ? (
            <EditOnDisk
              rowId={row.id}
              lines={file.lines}
              draw={(lines) => <FileLines id={row.id} at={at} file={file} lines={lines} />}
            />
          ) : (
            <FileLines id={row.id} at={at} file={file} lines={file.lines} />
          )}
        </div>
      ))}
    </>
  );
}

interface FileLinesProps {
  readonly id: string;
  readonly at: number;
  readonly file: EditedFile;
  readonly lines: readonly DiffLine[];
}

function FileLines({ id, at, file, lines }: FileLinesProps): VNode {
  return (
    <LongDiff
      id={`edit${at}`}
      rowId={id}
      part="input"
      lines={lines}
      total={file.total - file.lines.length + lines.length}
      draw={(shown) =>
        isNumbered(lines) ? (
          <DiffTable lines={shown} path={file.path} />
        ) : (
          <EditLines lines={shown} />
        )
      }
    />
  );
}

const wordOf: Readonly<Record<EditedFile['change'], (() => string) | undefined>> = {
  add: () => t('New file'),
  delete: () => t('Deleted file'),
  edit: undefined,
};

/** Without numbers, which these edits do not say. */
function EditLines({ lines }: { lines: readonly DiffLine[] }): VNode {
  return (
    <div
      class="edit-lines"
      role="group"
      aria-label={t('Changes')}
      tabIndex={useRowTabIndex()}
      dir="ltr"
    >
      <table>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{t('Change')}</th>
            <th scope="col">{t('Text')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, text }, at) => (
            <tr key={at} class={`diff-${kind}`}>
              <td class="diff-sign">{diffSigns[kind]}</td>
              <td class="diff-text">
                <Code text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
