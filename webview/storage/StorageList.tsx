import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatBytes, formatDate, formatExactly } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { StorageRow, StorageSort } from '#protocol/pages/storagePage.ts';
import { movedTo } from '../kit/page/lineKeys.ts';
import { agentName, folderName } from '../kit/text/placeNames.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { canRun, type StorageAction, type StorageModel } from './storageModel.ts';
import { bytesOf } from './storageRows.ts';

/** Pixels, as in the style sheet. */
const rowHeight = 26;
/** Rows that are drawn above and below the screen. */
const spare = 10;

/** All sessions, of which only those on the screen are drawn, and what can be done with the selected ones. */
export function StorageList({ model }: { readonly model: StorageModel }): VNode | null {
  const rows = model.rows.value;
  return model.shown.value.length === 0 ? null : (
    <section class="storage-list" aria-label={t('Sessions')}>
      <Actions model={model} />
      <Grid model={model} rows={rows} />
      {rows.length === 0 ? <p class="note">{t('No sessions match the filter.')}</p> : null}
    </section>
  );
}

function Actions({ model }: { readonly model: StorageModel }): VNode {
  const chosen = model.chosen.value;
  const labels: readonly (readonly [StorageAction, string])[] = [
    ['open', t('Open')],
    ['keep', t('Keep a Copy')],
    ['delete', t('Delete…')],
  ];
  return (
    <div class="storage-actions" role="toolbar" aria-label={t('Actions')}>
      {labels.map(([action, label]) => (
        <button
          key={action}
          type="button"
          class="button"
          disabled={!canRun(action, chosen, model.place.value)}
          title={
            action === 'delete' && !model.place.value.canDelete
              ? t('Sessions can be deleted only in trusted workspaces.')
              : undefined
          }
          onClick={() => void model.run(action)}
        >
          {label}
        </button>
      ))}
      <span class="storage-chosen" role="status">
        {chosen.length === 0
          ? plural(model.rows.value.length, '1 session', '{0} sessions')
          : plural(
              chosen.length,
              '1 selected, {1}',
              '{0} selected, {1}',
              formatBytes(bytesOf(chosen)),
            )}
      </span>
    </div>
  );
}

function Grid({
  model,
  rows,
}: {
  readonly model: StorageModel;
  readonly rows: readonly StorageRow[];
}): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState({ top: 0, height: 600 });
  const current = model.current.value;
  const at = rows.findIndex(({ path }) => path === current);
  const follow = () => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 600 };
    setScreen({ top: scrollTop, height: clientHeight });
  };
  useLayoutEffect(follow, []);
  const first = Math.max(0, Math.floor(screen.top / rowHeight) - spare);
  const end = Math.min(rows.length, Math.ceil((screen.top + screen.height) / rowHeight) + spare);
  const goTo = (next: number, how: 'alone' | 'range') => {
    const row = rows[next];
    const { current: frame } = scroller;
    if (row === undefined || frame === null) {
      return;
    }
    model.select(row.path, how);
    const top = next * rowHeight;
    // The head covers the first row of the frame.
    const bottom = top + 2 * rowHeight - frame.clientHeight;
    frame.scrollTop = Math.max(bottom, Math.min(top, frame.scrollTop));
    follow();
  };
  useLayoutEffect(() => {
    // The frame may be larger than what the page shows of it.
    if (document.activeElement === scroller.current) {
      document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
    }
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, target, currentTarget } = event;
    if (target !== currentTarget) {
      return;
    }
    const isCommand = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(screen.height / rowHeight) - 2);
    const next = movedTo(key, at, rows.length, page);
    const keys: Readonly<Record<string, () => void>> = {
      Enter: () => {
        if (current !== undefined && model.chosen.value.length <= 1) {
          model.select(current, 'alone');
        }
        void model.run('open');
      },
      ' ': () => current !== undefined && model.select(current, 'toggle'),
      Escape: model.selectNone,
      Delete: () => void model.run('delete'),
      ...(isCommand ? { a: model.selectAll, Backspace: () => void model.run('delete') } : {}),
    };
    const act = next === undefined ? keys[key] : () => goTo(next, shiftKey ? 'range' : 'alone');
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  };
  return (
    <div
      ref={scroller}
      class="storage-grid"
      role="grid"
      aria-label={t('Sessions')}
      aria-multiselectable="true"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={at >= first && at < end ? idOf(at) : undefined}
      tabIndex={0}
      onScroll={follow}
      onKeyDown={onKeyDown}
    >
      <Head model={model} />
      <div role="rowgroup" class="storage-rows" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(first, end).map((row, index) => (
          <Row
            key={row.path}
            model={model}
            row={row}
            at={first + index}
            isCurrent={first + index === at}
          />
        ))}
      </div>
    </div>
  );
}

function Head({ model }: { readonly model: StorageModel }): VNode {
  const { sort, isReversed } = model.state.value;
  const isDescending = sort === 'size' ? !isReversed : isReversed;
  const column = (by: StorageSort, label: string, name: string) => (
    <span
      role="columnheader"
      class={`storage-cell storage-${name}`}
      aria-sort={sort !== by ? undefined : isDescending ? 'descending' : 'ascending'}
    >
      <button type="button" class="storage-sort" onClick={() => model.sort(by)}>
        {label}
        {sort === by ? <Icon name={isDescending ? 'arrow-small-down' : 'arrow-small-up'} /> : null}
      </button>
    </span>
  );
  return (
    <div role="rowgroup" class="storage-head">
      <div role="row" class="storage-row" aria-rowindex={1}>
        {column('name', t('Session'), 'title')}
        <span role="columnheader" class="storage-cell storage-agent">
          {t('Agent')}
        </span>
        <span role="columnheader" class="storage-cell storage-folder">
          {t('Folder')}
        </span>
        {column('age', t('Changed'), 'date')}
        {column('size', t('Size'), 'size')}
      </div>
    </div>
  );
}

function Row({
  model,
  row,
  at,
  isCurrent,
}: {
  readonly model: StorageModel;
  readonly row: StorageRow;
  readonly at: number;
  readonly isCurrent: boolean;
}): VNode {
  const place = model.place.value;
  const isSelected = model.selected.value.has(row.path);
  const folder = row.kind === 'database' ? '' : folderName(row.folder, place);
  return (
    <div
      id={idOf(at)}
      role="row"
      class={`storage-row${isCurrent ? ' storage-current' : ''}`}
      style={{ top: `${at * rowHeight}px` }}
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      onMouseDown={(event) => {
        if (event.button === 0 && event.shiftKey) {
          // No text is selected.
          event.preventDefault();
        }
      }}
      onClick={({ shiftKey, ctrlKey, metaKey }) =>
        model.select(row.path, shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'alone')
      }
      onDblClick={() => {
        model.select(row.path, 'alone');
        void model.run('open');
      }}
    >
      <span role="gridcell" class="storage-cell storage-title" title={tooltip(row)}>
        <bdi>{row.title}</bdi>
        {row.subAgents === 0 ? null : (
          <span class="storage-about">
            {plural(row.subAgents, '1 sub-agent', '{0} sub-agents')}
          </span>
        )}
      </span>
      <span role="gridcell" class="storage-cell storage-agent">
        {agentName(row.agent, place)}
      </span>
      <span role="gridcell" class="storage-cell storage-folder" title={folder}>
        <bdi>{folder}</bdi>
      </span>
      <span role="gridcell" class="storage-cell storage-date" title={formatExactly(row.updatedAt)}>
        {formatDate(row.updatedAt)}
      </span>
      <span role="gridcell" class="storage-cell storage-size">
        {formatBytes(row.bytes)}
      </span>
    </div>
  );
}

function tooltip({ title, path, files, subAgents, subAgentBytes }: StorageRow): string {
  return [
    title,
    path,
    plural(files, '1 file', '{0} files'),
    ...(subAgents === 0
      ? []
      : [
          plural(
            subAgents,
            '{1} in 1 sub-agent',
            '{1} in {0} sub-agents',
            formatBytes(subAgentBytes),
          ),
        ]),
  ].join('\n');
}

function idOf(at: number): string {
  return `row-${at}`;
}
