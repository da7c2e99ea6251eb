import { createPlayerModel } from '../model/playerModel.ts';
import { createTimelineModel } from '../model/timelineModel.ts';
import type { Page, Playback } from './pageContext.ts';
import { Player } from './Player.tsx';
import { Timeline } from './Timeline.tsx';

/**
 * Loaded after the first paint.
 *
 * @param later runs something after some ms, unless the returned function is called before.
 */
export function startPlayback(
  { replay, view }: Page,
  later: (run: () => void, ms: number) => () => void = afterDelay,
): Playback {
  return {
    timeline: createTimelineModel(replay, view, later),
    player: createPlayerModel(replay, view, later),
    Timeline,
    Player,
  };
}

function afterDelay(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
}
