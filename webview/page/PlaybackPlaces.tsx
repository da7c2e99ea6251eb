import type { VNode } from 'preact';
import { usePage } from './pageContext.ts';
import './timeline.css';
import './player.css';

/** A shorter session is seen at once without help. */
const fewestRows = { timeline: 20, player: 2 };

/** Room for the timeline: it loads after the first paint, and nothing may move then. */
export function TimelinePlace(): VNode | null {
  const { playback } = usePage();
  const Timeline = playback.value?.Timeline;
  return useRows() < fewestRows.timeline ? null : (
    <div class="page-strip timeline-place">{Timeline && <Timeline />}</div>
  );
}

/** The same for the player. */
export function PlayerPlace(): VNode | null {
  const { playback } = usePage();
  const Player = playback.value?.Player;
  return useRows() < fewestRows.player ? null : (
    <div class="page-footer player-place">{Player && <Player />}</div>
  );
}

/** Rows of the whole session; none where something else is shown. */
function useRows(): number {
  const { replay, view } = usePage();
  return view.view.value === 'transcript' ? (replay.header.value?.rows ?? 0) : 0;
}
