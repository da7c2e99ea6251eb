import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { plural, t } from '#base/l10n.ts';
import { compareRowIds } from '#core/rows/rowId.ts';
import { filesSorts, type ChangedFile, type FilesSort } from '#protocol/pages/page.ts';
import { DiffCounts } from '../rows/DiffTable.tsx';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { FileItem } from './ChangedFile.tsx';
import { onListKey } from './ChangedLine.tsx';
import { usePage } from '../model/pageContext.ts';
import { useLazyModels } from '../model/lazyModels.ts';

/** Files shown at first and with each step. */
const step = 100;

/** What the session, or one turn of it, changed: the files, and the edits of each in order. */
export function ChangedFilesPanel(): VNode | null {
  const { files, tell } = usePage();
  const reviews = useLazyModels().review;
  const review = reviews.review.value;
  const scope = files.scope.value;
  const shown = files.shown.value;
  const limit = useSignal(step);
  const current = useSignal<string | undefined>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set());
  const dragged = useSignal<number | undefined>(undefined);
  const isOpen = scope !== undefined;
  useEffect(() => {
    if (isOpen) {
      void reviews.read();
    }
  }, [reviews, isOpen]);
  if (scope === undefined || review === undefined) {
    return null;
  }
  const width = dragged.value ?? review.width ?? defaultWidth;
  const sorted = sortedFiles(shown?.files ?? [], review.sort ?? 'session');
  const list = sorted.slice(0, limit.value);
  const more = (shown?.total ?? 0) - list.length;
  const isTurn = scope.from !== undefined;
  return (
    <section
      id="changed-files"
      class="changed-files"
      aria-label={t('Changed Files')}
      style={{ width: `${width}px` }}
    >
      <Sash width={width} dragged={dragged} />
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
const defaultWidth = 360;
const leastWidth = 220;
const mostWidth = 900;

interface SashProps {
  readonly width: number;
  /** The width while the pointer holds it. */
  readonly dragged: Signal<number | undefined>;
  readonly label?: string;
}

/** The edge by which a panel beside the rows is made wider or narrower. */
export function Sash({ width, dragged, label = t('Width of Changed Files') }: SashProps): VNode {
  const { change } = useLazyModels().review;
  const within = (wanted: number) => Math.round(Math.min(mostWidth, Math.max(leastWidth, wanted)));
  return (
    <div
      class="changed-sash"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget } = event;
        const edge = currentTarget.parentElement?.getBoundingClientRect();
        if (edge !== undefined && currentTarget.hasPointerCapture(event.pointerId)) {
          const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
          dragged.value = within(isRtl ? event.clientX - edge.left : edge.right - event.clientX);
        }
      }}
      onLostPointerCapture={() => {
        const chosen = dragged.peek();
        if (chosen !== undefined) {
          change({ width: chosen });
          dragged.value = undefined;
        }
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: 20, ArrowRight: -20 }[event.key];
        if (by !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          change({ width: within(width + by) });
        }
      }}
    />
  );
}

function SortField(): VNode {
  const { review, change } = useLazyModels().review;
  return (
    <select
      class="changed-sort"
      aria-label={t('Sort files by')}
      title={t('Sort files by')}
      value={review.value?.sort ?? 'session'}
      onChange={(event) => {
        const { value } = event.currentTarget;
        change({ sort: filesSorts.find((sort) => sort === value) ?? 'session' });
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
