import { Pacer } from '#base/pacer.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import { shownFact, type ShownFact } from '#core/lens/rowMark.ts';
import { TimelineBuilder, TimelineScale, type TimelineBins } from '#core/lens/timeline.ts';
import type { IndexedSession } from '../indexedSession.ts';

/** Rows from one place up to but not including another. */
interface RowPart {
  readonly start: number;
  readonly end: number;
}

/** The latest timeline of each open session: a page that is shown again asks for the same one. */
export class Timelines {
  readonly #last = new WeakMap<
    IndexedSession,
    { readonly state: string; readonly timeline: TimelineBins }
  >();

  /** @throws the signal's reason when aborted. */
  async read(session: IndexedSession, bins: number, signal?: AbortSignal): Promise<TimelineBins> {
    const { index, stat } = session;
    const { visible, lines } = index;
    const state = [bins, visible.version, lines.length, stat?.size, stat?.mtimeMs].join();
    const last = this.#last.get(session);
    if (last?.state === state) {
      return last.timeline;
    }
    const timeline = await readTimeline(index, bins, new Pacer(signal));
    this.#last.set(session, { state, timeline });
    return timeline;
  }
}

/**
 * The shown branch as far as it is indexed, or a part of it, in at most this many bins.
 *
 * @throws the pacer's reason when aborted.
 */
export async function readTimeline(
  index: LogIndex,
  bins: number,
  pacer: Pacer,
  part?: RowPart,
): Promise<TimelineBins> {
  for (;;) {
    const { version, length } = index.visible;
    const { start, end } = part ?? { start: 0, end: length };
    const scale = new TimelineScale();
    const isMeasured = await eachRow(index, { start, end }, pacer, (row) => scale.add(row));
    const builder = new TimelineBuilder(scale, bins);
    const isBuilt = await eachRow(index, { start, end: start + scale.rows }, pacer, (row) => {
      builder.add(row);
    });
    // Another branch was shown meanwhile.
    if (isMeasured && isBuilt && version === index.visible.version) {
      return builder.finish();
    }
  }
}

/** @returns false if the rows changed over a pause. */
async function eachRow(
  index: LogIndex,
  { start, end }: RowPart,
  pacer: Pacer,
  use: (row: ShownFact) => void,
): Promise<boolean> {
  const { version } = index.visible;
  for (let place = start; place < end; place += 1) {
    const row = shownFact(index, place);
    if (row === undefined || version !== index.visible.version) {
      return false;
    }
    use(row);
    await pacer.pauseIfDue();
  }
  return true;
}
