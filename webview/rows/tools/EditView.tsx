import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { DiffLine } from '#core/diff.ts';
import type { EditView as View, FileEdit } from '#core/replay/views/toolView.ts';
import { Long } from '../../surface/pieces.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import { Code } from '../../widgets/Visible.tsx';
import { DiffCounts } from '../DiffCounts.tsx';
import { FilePath } from '../FilePath.tsx';
import { diffSigns } from '../rowFacts.ts';
import type { ToolViewProps } from './toolViewProps.ts';

/** Lines shown of a folded edit. */
const foldedLines = 24;

export function EditView({ row, view: { files } }: ToolViewProps<View>): VNode {
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
          <Changes rowId={row.id} at={at} file={file} />
        </div>
      ))}
    </>
  );
}

const wordOf: Readonly<Record<FileEdit['change'], (() => string) | undefined>> = {
  add: () => t('New file'),
  delete: () => t('Deleted file'),
  edit: undefined,
};

function Changes(props: { rowId: string; at: number; file: FileEdit }): VNode | null {
  const { rowId, at, file } = props;
  const missing = file.total - file.lines.length;
  return file.lines.length === 0 ? null : (
    <Long
      id={`${rowId}/edit${at}`}
      isLong={file.lines.length > foldedLines}
      showAll={
        missing > 0
          ? t('Show the first {0} of {1} lines', file.lines.length, file.total)
          : plural(file.total, 'Show all (1 line)', 'Show all ({0} lines)')
      }
      draw={(all) => <EditLines lines={all ? file.lines : file.lines.slice(0, foldedLines)} />}
      rest={() =>
        missing > 0
          ? { rowId, part: 'input', missing: plural(missing, '1 more line', '{0} more lines') }
          : undefined
      }
    />
  );
}

/** Without numbers, which these edits do not say. */
function EditLines({ lines }: { lines: readonly DiffLine[] }): VNode {
  const tabIndex = useRowTabIndex();
  return (
    <div class="edit-lines" role="group" aria-label={t('Changes')} tabIndex={tabIndex} dir="ltr">
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
