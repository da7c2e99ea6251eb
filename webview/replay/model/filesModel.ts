import { computed, effect, signal } from '@preact/signals';
import type { ChangedFiles, RowRange } from '#protocol/pages/page.ts';
import type { ReplayModel } from './replayModel.ts';
import { reportFault, sentenceOf } from '../../kit/page/reportFault.ts';

const wholeSession: RowRange = {};

/** The files that the session changed, and the panel that lists them. */
export function createFilesModel(replay: ReplayModel) {
  const session = signal<ChangedFiles | undefined>(undefined);
  const scope = signal<RowRange | undefined>(undefined);
  const ofScope = signal<ChangedFiles | undefined>(undefined);
  let asked: string | undefined;

  async function read(range: RowRange): Promise<void> {
    try {
      const files = await replay.endpoint.request('files/read', range);
      if (range === wholeSession) {
        session.value = files;
      }
      if (range === scope.peek()) {
        ofScope.value = files;
      }
    } catch (fault) {
      reportFault(replay.endpoint, fault);
      replay.failure.value = sentenceOf(fault);
    }
  }

  // The count is wanted once the first rows are there, and whenever another call or diff is.
  effect(() => {
    const header = replay.header.value;
    if (header === undefined || !replay.opened.value) {
      return;
    }
    const { diff = 0, tool = 0 } = header.kinds;
    const state = `${header.generation} ${header.complete} ${diff} ${tool}`;
    if (state !== asked && (asked !== undefined || diff + tool > 0)) {
      asked = state;
      void read(wholeSession);
      const open = scope.peek();
      if (open !== undefined && open !== wholeSession) {
        void read(open);
      }
    }
  });

  /** @param range the whole session by default. */
  function show(range = wholeSession): void {
    scope.value = range;
    ofScope.value = range === wholeSession ? session.peek() : undefined;
    void read(range);
  }

  function close(): void {
    scope.value = undefined;
  }

  return {
    /** Of the whole session; undefined until known. */
    session: computed(() => session.value),
    /** What the open panel is about; undefined while it is closed. */
    scope: computed(() => scope.value),
    /** The files of the scope; undefined until known. */
    shown: computed(() => ofScope.value),
    /** Opens the panel for the whole session, or closes it. */
    toggle: () => (scope.peek() === undefined ? show() : close()),
    show,
    close,
  };
}

export type FilesModel = ReturnType<typeof createFilesModel>;
