import { useComputed, useSignalEffect } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { ListRow } from '#core/lens/runRow.ts';
import type { Anchor } from './model/viewModel.ts';
import { usePage } from './model/pageContext.ts';
import { LazyPanel, loadLazy, useLazy } from './Lazy.tsx';
import { agentKinds, rowFacts } from './rows/rowFacts.ts';
import { TranscriptRow } from './TranscriptRow.tsx';
import { VirtualList } from './list/VirtualList.tsx';
import { EmptyState } from './list/EmptyState.tsx';

/** The height of a one-line tool call, the most common row; rows are measured once drawn. */
const estimatedHeight = 40;

/** What the user saw. */
export function Transcript(): VNode {
  const page = usePage();
  const { replay, view } = page;
  const { rows } = replay;
  const speaker = useComputed(() => replay.header.value?.agentLabel ?? '').value;
  const copiedBy = useComputed(() => replay.header.value?.copied?.agentLabel).value;
  const copiedLines = useComputed(() => replay.header.value?.copied?.lines ?? 0).value;
  const isSkimmed = view.filter.value === 'skim';
  const draw = useCallback(
    (row: ListRow, index: number, before: ListRow | undefined) => (
      <TranscriptRow
        key={row.id}
        row={row}
        speaker={
          beginsAnswer(row, before, index)
            ? row.source.line > copiedLines
              ? speaker
              : copiedBy
            : undefined
        }
      />
    ),
    [speaker, copiedBy, copiedLines],
  );
  useSignalEffect(() => {
    const command = replay.chosen.value;
    if (command !== undefined) {
      replay.chosen.value = undefined;
      void loadLazy().then(({ runRowCommand }) => runRowCommand(page, command));
    }
  });
  const lazy = useLazy();
  if (rows.total.value === 0) {
    return <EmptyState />;
  }
  if (isSkimmed && lazy === undefined) {
    // All at once, so that nothing moves when they come.
    return <div class="empty" aria-busy="true" />;
  }
  return (
    <VirtualList
      key={view.filter.value}
      list={rows}
      label={t('Transcript')}
      estimate={estimatedHeight}
      cover={cover}
      itemLabel={labelOf}
      draw={draw}
      selection={page.selection}
      onPress={lazy && ((event, focusItem) => lazy.pressRow(page, event, focusItem))}
      onContextMenu={lazy && ((event) => lazy.openRowMenu(page, event))}
      onCommand={(command, row, index) =>
        void loadLazy().then(({ runListCommand }) => runListCommand(page, command, row, index))
      }
      onPlace={({ top, current }) => replay.scrolledTo(anchorOf(top), current && anchorOf(current))}
      afterDraw={lazy?.markMatches(page)}
    />
  );
}

/** CSS pixels; the style sheet agrees. */
const pinnedHeight = 34;

const cover = {
  content: <LazyPanel name="PinnedPrompt" />,
  height: pinnedHeight,
  leaves: ({ kind }: ListRow) => kind === 'user',
};

function anchorOf({ item, offset }: { readonly item: ListRow; readonly offset: number }): Anchor {
  return { rowId: item.id, offset };
}

function labelOf(row: ListRow): string {
  return rowFacts(row).label;
}

const turns: readonly ListRow['kind'][] = ['user', 'branch', 'branchSummary', 'fork'];

/**
 * The agent's name appears where it starts to speak: after the user, after a turn, and at the top.
 */
function beginsAnswer(row: ListRow, before: ListRow | undefined, index: number): boolean {
  return (
    agentKinds.includes(row.kind) &&
    (index === 0 || (before !== undefined && turns.includes(before.kind)))
  );
}
