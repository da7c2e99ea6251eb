import type { ListRow } from '#core/lens/runRow.ts';
import { isWork } from '#core/lens/runWork.ts';
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

/** The index of the run that a row is in, as far as it has loaded. */
function runAbove({ replay, view }: Page, index: number): number | undefined {
  let at = index;
  for (let row = replay.rows.at(at); row !== undefined && isWork(row.kind); at -= 1) {
    row = replay.rows.at(at - 1);
  }
  return view.filter.peek() === 'skim' && replay.rows.at(at)?.kind === 'run' ? at : undefined;
}
