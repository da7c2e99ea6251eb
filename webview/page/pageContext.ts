import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { HostContract } from '#protocol/page.ts';
import type { PageHost } from '../model/host.ts';
import { createCopyModel, type CopyModel } from '../model/copyModel.ts';
import { createFilesModel, type FilesModel } from '../model/filesModel.ts';
import { createFilterModel, type FilterModel } from '../model/filterModel.ts';
import { createImagesModel, type ImagesModel } from '../model/imagesModel.ts';
import { createPanelsModel, type PanelsModel } from '../model/panelsModel.ts';
import { createProblemsModel, type ProblemsModel } from '../model/problemsModel.ts';
import { createReplayModel } from '../model/replayModel.ts';
import type { ReplayModel } from '../model/replay.ts';
import { createSelectionModel, type SelectionModel } from '../model/selectionModel.ts';
import { openedRuns } from '../model/shownRows.ts';
import { createViewModel, type ViewModel } from '../model/viewModel.ts';
import { Turns } from '../surface/turns.ts';
import type { PlayerModel } from '../model/playerModel.ts';
import type { TimelineModel } from '../model/timelineModel.ts';

/** Name of the copied selection. @see CopyModel */
export const copiedRows = 'rows';

/** The page's whole state; components read it and call its methods. */
export interface Page {
  readonly view: ViewModel;
  readonly replay: ReplayModel;
  readonly filter: FilterModel;
  readonly problems: ProblemsModel;
  readonly files: FilesModel;
  readonly images: ImagesModel;
  readonly copying: CopyModel;
  /** Rows of the transcript. */
  readonly selection: SelectionModel;
  readonly turns: Turns;
  readonly panels: PanelsModel;
  /** Undefined until it has loaded. */
  readonly playback: Signal<Playback | undefined>;
  /** Whether rows of this session can be forked from. */
  readonly canFork: ReadonlySignal<boolean>;
  /** Notifies the host, for example of a click. */
  tell<Name extends keyof HostContract['notices']>(
    name: Name,
    body: HostContract['notices'][Name],
  ): void;
}

/** The timeline and the player, with what draws them. */
export interface Playback {
  readonly timeline: TimelineModel;
  readonly player: PlayerModel;
  readonly Timeline: FunctionComponent;
  readonly Player: FunctionComponent;
}

export function createPage(host: PageHost): Page {
  const view = createViewModel(host);
  const replay = createReplayModel(host, view);
  const selection = createSelectionModel();
  const generation = computed(() => replay.header.value?.generation);
  const runs = computed(() =>
    view.filter.value === 'skim' ? openedRuns(view.toggled.value).join() : '',
  );
  effect(() => {
    // Other rows then have these indexes.
    const shown = [view.view.value, view.filter.value, generation.value, runs.value];
    if (shown.length > 0) {
      selection.clear();
    }
  });
  return {
    view,
    selection,
    replay,
    filter: createFilterModel(replay, view),
    problems: createProblemsModel(replay),
    files: createFilesModel(replay),
    images: createImagesModel(replay),
    copying: createCopyModel((text) => replay.endpoint.request('clipboard/write', { text })),
    turns: new Turns(),
    panels: createPanelsModel(view),
    playback: signal(undefined),
    canFork: computed(() => replay.header.value?.actions.includes('fork') ?? false),
    tell: (name, body) => {
      replay.endpoint.notify(name, body);
    },
  };
}

export const PageContext = createContext<Page | undefined>(undefined);

/** @throws outside a `PageContext`, which would be a bug. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) {
    throw new Error('This component belongs inside a page.');
  }
  return page;
}
