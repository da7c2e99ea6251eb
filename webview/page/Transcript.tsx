import { useComputed, useSignalEffect } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Row } from '#core/replay/row.ts';
import type { Anchor } from '../model/viewModel.ts';
import { usePage, type Page } from './pageContext.ts';
import { togglePart } from './openParts.ts';
import { runRowCommand } from './rowCommands.ts';
import { rowMenuContext } from './rowMenu.ts';
import { agentKinds, rowFacts } from '../rows/rowFacts.ts';
import { TranscriptRow } from './TranscriptRow.tsx';
import type { ListCommand } from '../virtual/listKeys.ts';
import { useMatchMarks } from './useMatchMarks.ts';
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
  const draw = useCallback(
    (row: Row, index: number, before: Row | undefined) => (
      <TranscriptRow
        key={row.id}
        row={row}
        speaker={beginsAnswer(row, before, index) ? speaker : undefined}
      />
    ),
    [speaker],
  );
  useSignalEffect(() => {
    const command = replay.chosen.value;
    if (command !== undefined) {
      replay.chosen.value = undefined;
      void runRowCommand(page, command);
    }
  });
  const markMatches = useMatchMarks();
  if (rows.total.value === 0) {
    return <EmptyState />;
  }
  return (
    <VirtualList
      key={view.filter.value}
      list={rows}
      label={t('Transcript')}
      estimate={estimatedHeight}
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
      afterDraw={markMatches}
    />
  );
}

function anchorOf({ item, offset }: { readonly item: Row; readonly offset: number }): Anchor {
  return { rowId: item.id, offset };
}

function labelOf(row: Row): string {
  return rowFacts(row).label;
}

const turns: readonly Row['kind'][] = ['user', 'branch', 'branchSummary', 'fork'];

/**
 * The agent's name appears where it starts to speak: after the user, after a turn, and at the top.
 */
function beginsAnswer(row: Row, before: Row | undefined, index: number): boolean {
  return (
    agentKinds.includes(row.kind) &&
    (index === 0 || (before !== undefined && turns.includes(before.kind)))
  );
}

function runCommand(page: Page, command: ListCommand, row: Row, index: number): void {
  const facts = rowFacts(row);
  const toggle = (open?: boolean) => {
    if (facts.foldable) {
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
    case 'close':
      toggle(false);
      break;
    case 'copy':
      if (facts.copy !== '') {
        void page.copying.copy(row.id, facts.copy);
      }
      break;
    case 'copyMarkdown':
      void runRowCommand(page, 'copy', index);
      break;
    case 'copyLink':
    case 'copyOutput':
    case 'fork':
      void runRowCommand(page, command, index);
      break;
    case 'line':
      void runRowCommand(page, 'openLine', index);
      break;
    case 'editor':
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
