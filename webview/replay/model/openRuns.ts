import type { ListRow } from '#core/lens/runRow.ts';
import type { PagedList } from './pagedList.ts';
import type { ViewModel } from './viewModel.ts';

interface RunList {
  readonly rows: PagedList<ListRow>;
  readonly view: ViewModel;
  readonly locate: (rowId: string) => Promise<number>;
  readonly goTo: (index: number) => void;
}

/** Opens and closes runs of work in the list. */
export function createRuns({ rows, view, locate, goTo }: RunList) {
  async function toggle(runId: string): Promise<void> {
    view.toggle(runId);
    await rows.refresh(rows.total.peek(), false);
  }

  return {
    toggle,
    async toggleAndGo(runId: string): Promise<void> {
      const before = view.current.peek();
      await toggle(runId);
      const index = await locate(runId);
      // A reader who has moved on meanwhile is not taken back, nor out of a button of the row.
      if (index !== before && view.current.peek() === before) {
        goTo(index);
      }
    },
    /** Opens the run at an index, if it hides a row. @returns the index of the row. */
    async openedAt(index: number, rowId: string): Promise<number> {
      const row = view.view.peek() === 'transcript' ? await rows.peekItem(index) : undefined;
      if (row?.kind !== 'run' || row.id === rowId) {
        return index;
      }
      await toggle(row.id);
      return locate(rowId);
    },
  };
}
