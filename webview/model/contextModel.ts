import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';
import type { ContextAt } from '#protocol/page.ts';
import { reportFault } from './reportFault.ts';
import type { ReplayModel } from './replay.ts';

/** How full the model's context was where the reader is. */
export interface ContextModel {
  /** Undefined until it is known. */
  readonly at: ReadonlySignal<ContextAt | undefined>;
  dispose(): void;
}

/** Long enough for a scroll to pass rows without a request for each. */
const passingPause = 100;

/** @param later runs the request when the reader has stayed at a row for a moment. */
export function createContextModel(
  replay: ReplayModel,
  later: (run: () => void) => () => void = afterPause,
): ContextModel {
  const at = signal<ContextAt | undefined>(undefined);

  async function read(rowId: string, signal: AbortSignal): Promise<void> {
    try {
      at.value = await replay.endpoint.request('context/at', { rowId }, signal);
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        reportFault(replay.endpoint, fault);
      }
    }
  }

  const dispose = effect(() => {
    const rowId = replay.place.value;
    // A header that changed comes from a log that changed.
    if (rowId === undefined || replay.header.value === undefined) {
      return undefined;
    }
    const controller = new AbortController();
    const forget = later(() => void read(rowId, controller.signal));
    return () => {
      forget();
      controller.abort();
    };
  });

  return { at, dispose };
}

function afterPause(run: () => void): () => void {
  const timer = setTimeout(run, passingPause);
  return () => {
    clearTimeout(timer);
  };
}
