import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../model/pageContext.ts';
import './timeline.css';
import './player.css';

/** A shorter session is seen at once without help. */
const fewestRows = { timeline: 20, player: 2 };

/** Room for the timeline: it loads after the first paint, and nothing may move then. */
export function TimelinePlace(): VNode | null {
  const { playback } = usePage();
  const Timeline = playback.value?.Timeline;
  return useRows() < fewestRows.timeline ? null : (
    <section class="page-strip timeline-place" aria-label={t('Timeline')}>
      {Timeline && <Timeline />}
    </section>
  );
}

/** The same for the player. */
export function PlayerPlace(): VNode | null {
  const { playback } = usePage();
  const Player = playback.value?.Player;
  return useRows() < fewestRows.player ? null : (
    <footer class="page-footer player-place">{Player && <Player />}</footer>
  );
}

/** Rows of the whole session; none where something else is shown. */
function useRows(): number {
  const { replay, view } = usePage();
  return view.view.value === 'transcript' ? (replay.header.value?.rows ?? 0) : 0;
}
