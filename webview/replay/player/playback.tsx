import { later, type Later } from '../../kit/page/later.ts';
import { createPlayerModel } from '../model/playerModel.ts';
import { createTimelineModel } from '../model/timelineModel.ts';
import type { Page, Playback } from '../model/pageContext.ts';
import { Player } from './Player.tsx';
import { Timeline } from './Timeline.tsx';

/** Loaded after the first paint. */
export function startPlayback({ replay, view }: Page, pause: Later = later): Playback {
  return {
    timeline: createTimelineModel(replay, view, pause),
    player: createPlayerModel(replay, view, pause),
    Timeline,
    Player,
  };
}
