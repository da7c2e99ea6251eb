import type { FunctionComponent } from 'preact';
import { createPlayerModel, type PlayerModel } from '../model/playerModel.ts';
import { createTimelineModel, type TimelineModel } from '../model/timelineModel.ts';
import type { Page } from './pageContext.ts';
import { Player } from './Player.tsx';
import { Timeline } from './Timeline.tsx';

/** The timeline and the player: a module of its own, loaded after the first paint. */
export interface Playback {
  readonly timeline: TimelineModel;
  readonly player: PlayerModel;
  readonly Timeline: FunctionComponent;
  readonly Player: FunctionComponent;
}

/** @param later runs something after some ms, unless the returned function is called before. */
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
