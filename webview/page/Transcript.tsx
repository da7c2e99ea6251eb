import { useComputed, useSignalEffect } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { RowCommand } from '#protocol/page.ts';
import type { ListRow } from '#core/replay/runRow.ts';
import { runKinds } from '#core/replay/runWork.ts';
import type { Anchor } from '../model/viewModel.ts';
import { usePage, type Page } from './pageContext.ts';
import { loadLate, useLate } from './Later.tsx';
import { PinnedPrompt, pinnedHeight } from './PinnedPrompt.tsx';
import { togglePart } from './openParts.ts';
import { rowMenuContext } from './rowMenu.ts';
import { agentKinds, rowFacts } from '../rows/rowFacts.ts';
import { TranscriptRow } from './TranscriptRow.tsx';
import type { ListCommand } from '../virtual/listKeys.ts';
import { VirtualList } from './VirtualList.tsx';
import { EmptyState } from './EmptyState.tsx';

/** The height of a one-line tool call, the most common row; rows are measured once drawn. */
const estimatedHeight = 40;

/** What the user saw. */
export function Transcript(): VNode {
  const page = usePage();
  const { replay, view } = page;
  const { rows } = replay;
  const speaker = useComputed(() => replay.header.value?.agentLabel ?? '').value;
  const isSkimmed = view.filter.value === 'skim';
  const draw = useCallback(
    (row: ListRow, index: number, before: ListRow | undefined) => (
      <TranscriptRow
        key={row.id}
        row={row}
        speaker={beginsAnswer(row, before, index) ? speaker : undefined}
        inRun={isSkimmed && isInRun(row, before)}
      />
    ),
    [speaker, isSkimmed],
  );
  useSignalEffect(() => {
    const command = replay.chosen.value;
    if (command !== undefined) {
      replay.chosen.value = undefined;
      void runLater(page, command);
    }
  });
  const late = useLate();
  if (rows.total.value === 0) {
    return <EmptyState />;
  }
  if (isSkimmed && late === undefined) {
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
      menuContext={(row, index) => rowMenuContext(page, row, index)}
      onCommand={(command, row, index) => {
        runCommand(page, command, row, index);
      }}
      onPlace={({ top, current }) => {
        replay.scrolledTo(anchorOf(top), current && anchorOf(current));
      }}
      afterDraw={late?.markMatches(page)}
    />
  );
}

const cover = {
  content: <PinnedPrompt />,
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

/** In a skimmed transcript, work that follows work or a run is of an opened run. */
function isInRun({ kind }: ListRow, before: ListRow | undefined): boolean {
  return isWork(kind) && before !== undefined && (before.kind === 'run' || isWork(before.kind));
}

function isWork(kind: ListRow['kind']): boolean {
  return kind !== 'run' && (runKinds as readonly string[]).includes(kind);
}

/** The index of the run that a row is in, as far as it has loaded. */
function runAbove({ replay, view }: Page, index: number): number | undefined {
  let at = index;
  for (let row = replay.rows.at(at); row !== undefined && isWork(row.kind); at -= 1) {
    row = replay.rows.at(at - 1);
  }
  return view.filter.peek() === 'skim' && replay.rows.at(at)?.kind === 'run' ? at : undefined;
}

async function runLater(page: Page, command: RowCommand, index?: number): Promise<void> {
  const { runRowCommand } = await loadLate();
  await runRowCommand(page, command, index);
}

function runCommand(page: Page, command: ListCommand, row: ListRow, index: number): void {
  const facts = rowFacts(row);
  const toggle = (open?: boolean) => {
    if (row.kind === 'run') {
      const isOpen = page.view.toggled.peek().has(row.id);
      if (open !== isOpen) {
        void page.replay.toggleRun(row.id);
      }
    } else if (facts.foldable) {
      togglePart(page, index, row.id, facts.openAtFirst, open);
    }
  };
  switch (command) {
    case 'toggle':
      toggle();
      break;
    case 'open':
      toggle(true);
      break;
    case 'close': {
      // As in a tree: what has nothing to close leads to what it is in.
      const isOpen = facts.foldable && page.view.toggled.peek().has(row.id) !== facts.openAtFirst;
      const above = isOpen ? undefined : runAbove(page, index);
      if (above === undefined || row.kind === 'run') {
        toggle(false);
      } else {
        page.replay.goTo(above);
      }
      break;
    }
    case 'copy':
      if (facts.copy !== '') {
        void page.copying.copy(row.id, facts.copy);
      }
      break;
    case 'copyMarkdown':
      void runLater(page, 'copy', index);
      break;
    case 'copyLink':
    case 'copyOutput':
    case 'fork':
      void runLater(page, command, index);
      break;
    case 'line':
      void runLater(page, 'openLine', index);
      break;
    case 'editor':
      if (row.kind === 'run') {
        break;
      }
      page.tell('row/open', { rowId: row.id, part: facts.part });
      break;
    case 'nextMessage':
      void page.replay.goToUserMessage(1);
      break;
    case 'previousMessage':
      void page.replay.goToUserMessage(-1);
      break;
    default:
      break;
  }
}
