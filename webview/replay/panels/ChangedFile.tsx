import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { ChangedFile, FileEdit } from '#protocol/pages/page.ts';
import { DiffCounts } from '../rows/DiffTable.tsx';
import { RowTime } from '../rows/RowHead.tsx';
import { placeOfPath } from '../../kit/text/filePlace.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { Code } from '../../kit/widgets/Visible.tsx';
import { EditStateBadge, useEditCheck } from '../pieces/EditStateBadge.tsx';
import { coversRows, Line, LineButton } from './ChangedLine.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import { isOf } from '../model/shownRows.ts';

interface FileItemProps {
  readonly file: ChangedFile;
  /** Path or row ID of the line that Tab reaches. */
  readonly current: Signal<string | undefined>;
  /** It is this one at first. */
  readonly first: string | undefined;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

export function FileItem({ file, current, first, isOpen, toggle }: FileItemProps): VNode {
  const { files, filter, tell } = usePage();
  const { review } = useLazyModels().review;
  const isViewed = review.value?.viewed.includes(viewedMark(file)) === true;
  const { path, edits, total, hasDiff } = file;
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const place = placeOfPath(path);
  return (
    <li>
      <Line
        name={path}
        first={first}
        current={current}
        className={isViewed ? 'changed-file changed-viewed' : 'changed-file'}
      >
        <ViewedBox file={file} />
        <LineButton title={path} onClick={toggle} isOpen={isOpen}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <bdi class="changed-name">
            {path === '' ? t('Unknown file') : <Code text={path.slice(slash)} />}
          </bdi>
          <bdi class="changed-folder">
            <Code text={path.slice(0, Math.max(0, slash - 1))} />
          </bdi>
          <span class="changed-edits">{plural(total, '1 edit', '{0} edits')}</span>
          {hasDiff && <DiffCounts {...file} />}
        </LineButton>
        {hasDiff && (
          <IconButton
            icon="diff"
            label={t('Open Changes')}
            onClick={() => tell('changes/open', { ...files.scope.peek(), file: path })}
          />
        )}
        {path !== '' && (
          <IconButton
            icon="filter"
            label={t('Show Only This File’s Rows')}
            onClick={() => filter.showFile(path)}
          />
        )}
        {place !== undefined && (
          <IconButton
            icon="go-to-file"
            label={t('Open File')}
            onClick={() => tell('file/open', place)}
          />
        )}
      </Line>
      {isOpen && (
        <ul>
          {total > edits.length && (
            <li class="changed-note quiet">
              {plural(total - edits.length, '1 earlier edit', '{0} earlier edits')}
            </li>
          )}
          {edits.map((edit, at) => (
            <EditItem
              key={edit.rowId}
              edit={edit}
              path={path}
              number={total - edits.length + at + 1}
              current={current}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

interface EditItemProps {
  readonly edit: FileEdit;
  /** Of the file. */
  readonly path: string;
  readonly number: number;
  readonly current: Signal<string | undefined>;
}

function EditItem({ edit, path, number, current }: EditItemProps): VNode {
  const { files, replay, tell, view } = usePage();
  const { rowId, time, lines } = edit;
  const { state = 'unknown', line } = useEditCheck(rowId) ?? {};
  const place = placeOfPath(path, line);
  const isHere = isOf(replay.rows.at(view.current.value), rowId);
  const goToEdit = () => {
    if (coversRows()) {
      files.close();
    }
    void replay.goToRow(rowId);
  };
  return (
    <li>
      <Line name={rowId} first={undefined} current={current} className="changed-edit">
        <LineButton title={t('Go to This Edit')} isHere={isHere} onClick={goToEdit}>
          <span>{t('Edit {0}', number)}</span>
          {time !== undefined && <RowTime at={time} />}
          {lines !== undefined && <DiffCounts {...lines} />}
          <EditStateBadge rowId={rowId} />
        </LineButton>
        {(lines !== undefined || state !== 'unknown') && (
          <IconButton
            icon="diff"
            label={t('Open Diff')}
            onClick={() => tell('diff/open', { rowId })}
          />
        )}
        {line !== undefined && place !== undefined && (
          <IconButton
            icon="go-to-file"
            label={t('Open File at Line {0}', line)}
            onClick={() => tell('file/open', place)}
          />
        )}
      </Line>
    </li>
  );
}

function ViewedBox({ file }: { readonly file: ChangedFile }): VNode {
  const { review, toggleViewed } = useLazyModels().review;
  const mark = viewedMark(file);
  return (
    <input
      type="checkbox"
      class="changed-viewed-box"
      aria-label={t('Viewed {0}', file.path)}
      title={t('Viewed')}
      checked={review.value?.viewed.includes(mark) === true}
      tabIndex={useRowTabIndex()}
      onChange={() => toggleViewed(mark)}
    />
  );
}

/** A file that changes again is to be looked at again. */
function viewedMark({ path, total, added, removed }: ChangedFile): string {
  return `${total} ${added} ${removed} ${path}`;
}
