import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { compareRowIds } from '#core/rows/rowId.ts';
import { rowFilter, type ChangedFile, type FileEdit } from '#protocol/pages/page.ts';
import { DiffCounts } from '../rows/DiffTable.tsx';
import { RowTime } from '../rows/RowHead.tsx';
import { placeOfPath } from '../../kit/text/filePlace.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { Code } from '../../kit/widgets/Visible.tsx';
import { EditStateBadge } from '../pieces/EditStateBadge.tsx';
import { Line, LineButton, onListKey } from './ChangedLine.tsx';
import { usePage } from '../model/pageContext.ts';
import { filesSorts, type FilesSort } from '../model/viewModel.ts';

/** Files shown at first and with each step. */
const step = 100;

/** What the session, or one turn of it, changed: the files, and the edits of each in order. */
export function ChangedFilesPanel(): VNode | null {
  const { files, tell, view } = usePage();
  const scope = files.scope.value;
  const shown = files.shown.value;
  const limit = useSignal(step);
  const current = useSignal<string | undefined>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set());
  if (scope === undefined) {
    return null;
  }
  const sorted = sortedFiles(shown?.files ?? [], view.filesSort.value);
  const list = sorted.slice(0, limit.value);
  const more = (shown?.total ?? 0) - list.length;
  const isTurn = scope.from !== undefined;
  return (
    <section
      id="changed-files"
      class="changed-files"
      aria-label={t('Changed Files')}
      style={{ width: `${view.filesWidth.value}px` }}
    >
      <Sash />
      <div class="changed-head">
        <h2>{isTurn ? t('Changed in This Turn') : t('Changed Files')}</h2>
        {shown !== undefined && (
          <>
            <span class="quiet">{plural(shown.total, '1 file', '{0} files')}</span>
            <DiffCounts {...shown} />
            {shown.files.some(({ hasDiff }) => hasDiff) && (
              <TextButton onClick={() => tell('changes/open', scope)}>
                {t('Open All Changes')}
              </TextButton>
            )}
          </>
        )}
        <SortField />
        {isTurn && <TextButton onClick={() => files.show()}>{t('Show Whole Session')}</TextButton>}
        <IconButton icon="close" label={t('Close')} onClick={files.close} />
      </div>
      <div class="changed-scroll">
        {shown?.total === 0 && <p class="quiet">{t('No files were changed.')}</p>}
        <ul onKeyDown={onListKey}>
          {list.map((file) => (
            <FileItem
              key={file.path}
              file={file}
              current={current}
              first={list[0]?.path}
              isOpen={open.value.has(file.path)}
              toggle={() => {
                const next = new Set(open.peek());
                if (!next.delete(file.path)) {
                  next.add(file.path);
                }
                open.value = next;
              }}
            />
          ))}
        </ul>
        {more > 0 && (shown?.files.length ?? 0) > limit.value && (
          <TextButton
            onClick={() => {
              limit.value += step;
            }}
          >
            {plural(more, '1 more file', '{0} more files')}
          </TextButton>
        )}
      </div>
    </section>
  );
}

/** CSS pixels. */
const leastWidth = 220;
const mostWidth = 900;

/** The edge by which the panel is made wider or narrower. */
function Sash(): VNode {
  const { filesWidth } = usePage().view;
  const resize = (width: number) => {
    filesWidth.value = Math.round(Math.min(mostWidth, Math.max(leastWidth, width)));
  };
  return (
    <div
      class="changed-sash"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of Changed Files')}
      aria-valuenow={filesWidth.value}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget } = event;
        const edge = currentTarget.parentElement?.getBoundingClientRect();
        if (edge !== undefined && currentTarget.hasPointerCapture(event.pointerId)) {
          const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
          resize(isRtl ? event.clientX - edge.left : edge.right - event.clientX);
        }
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: 20, ArrowRight: -20 }[event.key];
        if (by !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          resize(filesWidth.peek() + by);
        }
      }}
    />
  );
}

function SortField(): VNode {
  const { filesSort } = usePage().view;
  return (
    <select
      class="changed-sort"
      aria-label={t('Sort files by')}
      title={t('Sort files by')}
      value={filesSort.value}
      onChange={(event) => {
        const { value } = event.currentTarget;
        filesSort.value = filesSorts.find((sort) => sort === value) ?? 'session';
      }}
    >
      <option value="session">{t('As in the Session')}</option>
      <option value="path">{t('Path')}</option>
      <option value="most">{t('Most Changed')}</option>
      <option value="last">{t('Last Changed')}</option>
    </select>
  );
}

function sortedFiles(files: readonly ChangedFile[], sort: FilesSort): readonly ChangedFile[] {
  const lastOf = ({ edits }: ChangedFile) => edits.at(-1)?.rowId ?? '';
  switch (sort) {
    case 'session':
      return files;
    case 'path':
      return [...files].sort((a, b) => a.path.localeCompare(b.path));
    case 'most':
      return [...files].sort((a, b) => b.added + b.removed - a.added - a.removed);
    case 'last':
      return [...files].sort((a, b) => compareRowIds(lastOf(b), lastOf(a)));
  }
}

function ViewedBox({ file }: { readonly file: ChangedFile }): VNode {
  const { view } = usePage();
  const mark = viewedMark(file);
  return (
    <input
      type="checkbox"
      class="changed-viewed-box"
      aria-label={t('Viewed {0}', file.path)}
      title={t('Viewed')}
      checked={view.viewed.value.has(mark)}
      tabIndex={useRowTabIndex()}
      onChange={() => view.toggleViewed(mark)}
    />
  );
}

/** A file that changes again is to be looked at again. */
function viewedMark({ path, total, added, removed }: ChangedFile): string {
  return `${total} ${added} ${removed} ${path}`;
}

interface FileItemProps {
  readonly file: ChangedFile;
  /** Path or row ID of the line that Tab reaches. */
  readonly current: Signal<string | undefined>;
  /** It is this one at first. */
  readonly first: string | undefined;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function FileItem({ file, current, first, isOpen, toggle }: FileItemProps): VNode {
  const { files, filter, tell, view } = usePage();
  const isViewed = view.viewed.value.has(viewedMark(file));
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
            onClick={() => filter.choose({ filter: rowFilter('all', `file:"${path}"`) })}
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
  readonly number: number;
  readonly current: Signal<string | undefined>;
}

function EditItem({ edit, number, current }: EditItemProps): VNode {
  const { replay, tell } = usePage();
  const { rowId, time, lines } = edit;
  return (
    <li>
      <Line name={rowId} first={undefined} current={current} className="changed-edit">
        <LineButton title={t('Go to This Edit')} onClick={() => void replay.goToRow(rowId)}>
          <span>{t('Edit {0}', number)}</span>
          {time !== undefined && <RowTime at={time} />}
          {lines === undefined ? (
            <span class="quiet">{t('No diff in the log')}</span>
          ) : (
            <DiffCounts {...lines} />
          )}
          {lines !== undefined && <EditStateBadge rowId={rowId} />}
        </LineButton>
        {lines !== undefined && (
          <IconButton
            icon="diff"
            label={t('Open Diff')}
            onClick={() => tell('diff/open', { rowId })}
          />
        )}
      </Line>
    </li>
  );
}
