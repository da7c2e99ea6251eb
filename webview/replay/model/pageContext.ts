import { computed, effect, signal } from '@preact/signals';
import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import type { PageHost } from '../../kit/page/host.ts';
import { later } from '../../kit/page/later.ts';
import { createCopyModel } from './copyModel.ts';
import { createFilesModel } from './filesModel.ts';
import { createFilterModel } from './filterModel.ts';
import { createImagesModel } from './imagesModel.ts';
import { createViewModel, type ViewModel } from './viewModel.ts';
import { createProblemsModel } from './problemsModel.ts';
import { createReplayModel, type ReplayModel } from './replayModel.ts';
import { createSelectionModel } from './selectionModel.ts';
import { openedRuns } from './shownRows.ts';
import { FrameBudget } from '../../kit/surface/frameBudget.ts';
import type { PlayerModel } from './playerModel.ts';
import type { TimelineModel } from './timelineModel.ts';

/** A panel over the page. */
type Panel = 'outline' | 'keys';

/** CSS pixels. */
const wideFrom = 900;

/** What is over the rows or beside them. */
function createPanelsModel(view: ViewModel) {
  const open = signal<Panel | undefined>(undefined);
  const width = matchMedia(`(min-width: ${wideFrom}px)`);
  const isWide = signal(width.matches);
  width.addEventListener('change', () => {
    isWide.value = width.matches;
    // Beside the rows it needs no panel over them.
    if (isWide.value && open.peek() === 'outline') {
      open.value = undefined;
    }
  });
  return {
    /** Undefined if none is open. */
    open,
    /** There is room for the outline beside the rows. */
    isWide: computed(() => isWide.value),
    /** Shows or hides the outline: beside the rows if there is room, else over them. */
    toggleOutline() {
      if (isWide.peek()) {
        view.outline.value = !view.outline.peek();
      } else {
        open.value = open.peek() === 'outline' ? undefined : 'outline';
      }
    },
  };
}

/** Name of the copied selection. @see CopyModel */
export const copiedRows = 'rows';

/** The timeline and the player, with what draws them. */
export interface Playback {
  readonly timeline: TimelineModel;
  readonly player: PlayerModel;
  readonly Player: FunctionComponent;
}

/** ms until a place counts as one where the reader stays. */
const stayingPause = 500;

/** Tells the host where the reader is, for when they come back. */
function rememberPlace({ endpoint, opened }: ReplayModel, view: ViewModel): void {
  effect(() => {
    const filter = view.filter.value;
    const anchor = view.anchor.value;
    return opened.value && anchor !== undefined
      ? later(() => endpoint.notify('place/moved', { filter, anchor }), stayingPause)
      : undefined;
  });
}

/** The page's whole state; components read it and call its methods. */
export function createPage(host: PageHost) {
  const view = createViewModel(host);
  const replay = createReplayModel(host, view);
  rememberPlace(replay, view);
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
    /** Rows of the transcript. */
    selection,
    replay,
    filter: createFilterModel(replay, view),
    problems: createProblemsModel(replay),
    files: createFilesModel(replay),
    images: createImagesModel(replay),
    copying: createCopyModel((text) => replay.endpoint.request('clipboard/write', { text })),
    frameBudget: new FrameBudget(),
    panels: createPanelsModel(view),
    /** Undefined until it has loaded. */
    playback: signal<Playback | undefined>(undefined),
    /** Whether rows of this session can be forked from. */
    canFork: computed(() => replay.header.value?.actions.includes('fork') ?? false),
    /** Notifies the host, for example of a click. */
    tell: <Name extends keyof HostContract['notices']>(
      name: Name,
      body: HostContract['notices'][Name],
    ) => replay.endpoint.notify(name, body),
  };
}

export type Page = ReturnType<typeof createPage>;

export const PageContext = createContext<Page | undefined>(undefined);

/** @throws outside a `PageContext`, which would be a bug. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) {
    throw new Error('This component belongs inside a page.');
  }
  return page;
}
