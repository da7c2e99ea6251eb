import { createAgentsModel, createEditsModel } from './rowModels.ts';
import { createContextDetails } from './contextModel.ts';
import { createFindModel } from './findModel.ts';
import { createLineModel } from './lineModel.ts';
import { createNewSince } from './newSince.ts';
import { createOutlineModel } from './outlineModel.ts';
import { usePage, type Page } from './pageContext.ts';
import { computed, effect, signal } from '@preact/signals';
import type { ContextAt, FileReview } from '#protocol/pages/page.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { later, type Later } from '../../kit/page/later.ts';
import type { ReplayModel } from './replayModel.ts';

/** Long enough for a scroll to pass rows without a request for each. */
const passingPause = 100;

/**
 * How full the model's context was where the reader is.
 *
 * @param pause runs the request when the reader has stayed at a row for a moment.
 */
export function createContextModel(replay: ReplayModel, pause: Later = later) {
  const at = signal<ContextAt | undefined>(undefined);

  async function read(rowId: string, signal: AbortSignal): Promise<void> {
    try {
      at.value = await replay.endpoint.request('context/at', { rowId }, signal);
    } catch (fault) {
      reportFault(replay.endpoint, fault);
    }
  }

  effect(() => {
    const rowId = replay.place.value;
    // A header that changed comes from a log that changed.
    if (rowId === undefined || replay.header.value === undefined) {
      return undefined;
    }
    const controller = new AbortController();
    const forget = pause(() => void read(rowId, controller.signal), passingPause);
    return () => {
      forget();
      controller.abort();
    };
  });

  return {
    /** Undefined until it is known. */
    at: computed(() => at.value),
  };
}

/** The protocol's limit. */
const mostViewed = 500;

/** How the reader goes through the changed files; the host remembers it. */
export function createReviewModel({ endpoint }: ReplayModel) {
  const review = signal<FileReview | undefined>(undefined);

  function change(part: Partial<FileReview>): void {
    review.value = { viewed: [], ...review.peek(), ...part };
    endpoint.notify('review/changed', review.peek() ?? { viewed: [] });
  }

  async function read(): Promise<void> {
    try {
      review.value = await endpoint.request('review/read', {});
    } catch (fault) {
      reportFault(endpoint, fault);
      review.value = { viewed: [] };
    }
  }

  return {
    /** Undefined until known. */
    review: computed(() => review.value),
    read,
    change,
    toggleViewed(mark: string) {
      const viewed = new Set(review.peek()?.viewed);
      if (!viewed.delete(mark)) {
        viewed.add(mark);
      }
      change({ viewed: [...viewed].slice(-mostViewed) });
    },
  };
}

type LazyModels = ReturnType<typeof create>;

const made = new WeakMap<Page, LazyModels>();

/** State of the page that no first paint needs, from the first time it is asked for. */
export function lazyModels(page: Page): LazyModels {
  const models = made.get(page) ?? create(page);
  made.set(page, models);
  return models;
}

function create({ replay, view, filter, files }: Page) {
  const line = createLineModel(filter, view);
  return {
    line,
    find: createFindModel(replay, view, line),
    outline: createOutlineModel(replay, view),
    newSince: createNewSince(replay, view),
    context: createContextModel(replay),
    details: createContextDetails(replay, view, files),
    edits: createEditsModel(replay),
    agents: createAgentsModel(replay),
    review: createReviewModel(replay),
  };
}

export function useLazyModels(): LazyModels {
  return lazyModels(usePage());
}
