import type { ListRow } from '#core/lens/runRow.ts';
import type { RowCommand } from '#protocol/pages/page.ts';
import { rowFacts } from '../rows/rowFacts.ts';
import type { ListCommand } from '../virtual/listKeys.ts';
import { togglePart } from './openParts.ts';
import type { Page } from '../model/pageContext.ts';
import { runRowCommand } from './rowCommands.ts';

/** What a key does with a row of the transcript. */
export function runListCommand(
  page: Page,
  command: ListCommand,
  row: ListRow,
  index: number,
): void {
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
  // As in a tree: what has nothing to close leads to what it is in.
  const close = () => {
    const isOpen = facts.foldable && page.view.toggled.peek().has(row.id) !== facts.openAtFirst;
    const above = isOpen ? undefined : runAbove(page, index);
    if (above === undefined || row.kind === 'run') {
      toggle(false);
    } else {
      page.replay.goTo(above);
    }
  };
  const run = (rowCommand: RowCommand) => void runRowCommand(page, rowCommand, index);
  const commands: Partial<Record<ListCommand, () => void>> = {
    toggle,
    open: () => toggle(true),
    close,
    copy() {
      if (facts.copy !== '') {
        void page.copying.copy(row.id, facts.copy);
      }
    },
    copyMarkdown: () => run('copy'),
    copyLink: () => run('copyLink'),
    copyOutput: () => run('copyOutput'),
    fork: () => run('fork'),
    line: () => run('openLine'),
    editor() {
      if (row.kind !== 'run') {
        page.tell('row/open', { rowId: row.id, part: facts.part });
      }
    },
    nextMessage: () => void page.replay.goToUserMessage(1),
    previousMessage: () => void page.replay.goToUserMessage(-1),
  };
  commands[command]?.();
}

/** The index of the run that a row is in, as far as it has loaded. */
function runAbove({ replay, view }: Page, index: number): number | undefined {
  let at = index;
  while (replay.rows.at(at)?.isInRun === true) {
    at -= 1;
  }
  return view.filter.peek() === 'skim' && replay.rows.at(at)?.kind === 'run' ? at : undefined;
}
