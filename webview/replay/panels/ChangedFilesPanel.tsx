import { useComputed, useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural, t } from '#base/l10n.ts';
import type { ChangedFile, FileEdit } from '#protocol/pages/page.ts';
import { DiffCounts } from '../rows/DiffTable.tsx';
import { RowTime } from '../rows/RowHead.tsx';
import { placeOfPath } from '../../kit/text/filePlace.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { RowPlaceContext, useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { Code } from '../../kit/widgets/Visible.tsx';
import { EditStateBadge } from '../pieces/EditStateBadge.tsx';
import { nextLine } from '../../kit/page/lineKeys.ts';
import { usePage } from '../model/pageContext.ts';

/** Files shown at first and with each step. */
const step = 100;

/** What the session, or one turn of it, changed: the files, and the edits of each in order. */
export function ChangedFilesPanel(): VNode | null {
  const { files, tell } = usePage();
  const scope = files.scope.value;
  const shown = files.shown.value;
  const limit = useSignal(step);
  const current = useSignal<string | undefined>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set());
  if (scope === undefined) {
    return null;
  }
  const list = shown?.files.slice(0, limit.value) ?? [];
  const more = (shown?.total ?? 0) - list.length;
  const isTurn = scope.from !== undefined;
  return (
    <section id="changed-files" class="changed-files" aria-label={t('Changed Files')}>
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
        {isTurn && <TextButton onClick={() => files.show()}>{t('Show Whole Session')}</TextButton>}
        <IconButton icon="close" label={t('Close')} onClick={files.close} />
      </div>
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
    </section>
  );
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
  const { files, tell } = usePage();
  const { path, edits, total, hasDiff } = file;
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const place = placeOfPath(path);
  return (
    <li>
      <Line name={path} first={first} current={current} className="changed-file">
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

interface LineProps {
  readonly name: string;
  readonly first: string | undefined;
  readonly current: Signal<string | undefined>;
  readonly className: string;
  readonly children: ComponentChildren;
}

/** One line of the list, which as a whole is one tab stop: Tab reaches only the current line. */
function Line({ name, first, current, className, children }: LineProps): VNode {
  const tabIndex = useComputed(() => ((current.value ?? first) === name ? 0 : -1));
  const place = useMemo(() => ({ index: -1, tabIndex }), [tabIndex]);
  return (
    <RowPlaceContext.Provider value={place}>
      <div
        class={`changed-line ${className}`}
        onFocusIn={() => {
          current.value = name;
        }}
      >
        {children}
      </div>
    </RowPlaceContext.Provider>
  );
}

interface LineButtonProps {
  readonly title: string;
  readonly onClick: () => void;
  /** Of a line that opens. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

function LineButton({ title, onClick, isOpen, children }: LineButtonProps): VNode {
  return (
    <button
      type="button"
      class="changed-item"
      title={title}
      aria-expanded={isOpen}
      tabIndex={useRowTabIndex()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** As in VS Code's trees: up and down, right opens, left closes or goes to the file. */
function onListKey(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll<HTMLElement>('.changed-item')];
  const line = event.target instanceof Element ? event.target.closest('.changed-line') : null;
  const at = items.findIndex((item) => item.closest('.changed-line') === line);
  const item = items[at];
  const isOpen = item?.getAttribute('aria-expanded');
  const next = nextLine(event, at, items);
  if (next !== undefined) {
    next.focus();
  } else if (event.key === 'ArrowRight' && isOpen === 'true') {
    items[at + 1]?.focus();
  } else if (event.key === 'ArrowRight' && isOpen === 'false') {
    item?.click();
  } else if (event.key === 'ArrowLeft' && isOpen === 'true') {
    item?.click();
  } else if (event.key === 'ArrowLeft' && isOpen === null) {
    items
      .slice(0, at)
      .findLast((before) => before.hasAttribute('aria-expanded'))
      ?.focus();
  } else {
    return;
  }
  event.preventDefault();
}
