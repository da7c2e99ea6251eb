import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { ChangedFiles, RowRange } from '#protocol/page.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from './reportFault.ts';

/** The files that the session changed, and the panel that lists them. */
export interface FilesModel {
  /** Of the whole session; undefined until known. */
  readonly session: ReadonlySignal<ChangedFiles | undefined>;
  /** What the open panel is about; undefined while it is closed. */
  readonly scope: ReadonlySignal<RowRange | undefined>;
  /** The files of the scope; undefined until known. */
  readonly shown: ReadonlySignal<ChangedFiles | undefined>;
  /** Opens the panel for the whole session, or closes it. */
  toggle(): void;
  /** @param scope the whole session by default. */
  show(scope?: RowRange): void;
  close(): void;
}

const wholeSession: RowRange = {};

export function createFilesModel(replay: ReplayModel): FilesModel {
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
      replay.failure.value =
        fault instanceof Error ? fault.message : t('Session Browser did not respond.');
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

  function show(range = wholeSession): void {
    scope.value = range;
    ofScope.value = range === wholeSession ? session.peek() : undefined;
    void read(range);
  }

  function close(): void {
    scope.value = undefined;
  }

  return {
    session: computed(() => session.value),
    scope: computed(() => scope.value),
    shown: computed(() => ofScope.value),
    toggle() {
      if (scope.peek() === undefined) {
        show();
      } else {
        close();
      }
    },
    show,
    close,
  };
}
