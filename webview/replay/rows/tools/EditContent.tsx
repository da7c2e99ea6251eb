import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { ToolViewOf, EditedFile } from '#core/rows/views/toolView.ts';
import { useRowTabIndex } from '../../../kit/widgets/rowContext.ts';
import { Code } from '../../../kit/widgets/Visible.tsx';
import { DiffCounts, LongDiff } from '../DiffTable.tsx';
import { FilePath } from './FilePath.tsx';
import { diffSigns } from '../rowFacts.ts';
import type { ToolViewProps } from './toolViewProps.ts';

export function EditContent({ row, view: { files } }: ToolViewProps<ToolViewOf<'edit'>>): VNode {
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
          </p>
          <LongDiff
            id={`edit${at}`}
            rowId={row.id}
            part="input"
            lines={file.lines}
            total={file.total}
            draw={(lines) => <EditLines lines={lines} />}
          />
        </div>
      ))}
    </>
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
