import type { ComponentChildren, VNode } from 'preact';
import { usePage } from '../model/pageContext.ts';
import './timeline.css';
import './player.css';

/** A shorter session is seen at once without help. */
const fewestRows = 20;

/**
 * The timeline with the player, and how full the model's context is. There is room for it from the
 * start: it loads after the first paint, and nothing may move then.
 */
export function PlaybackPlace({ gauge }: { gauge: ComponentChildren }): VNode | null {
  const { playback, replay, view } = usePage();
  const rows = replay.header.value?.rows ?? 0;
  if (view.view.value !== 'transcript' || rows === 0) {
    return null;
  }
  const Player = rows < fewestRows ? undefined : playback.value?.Player;
  return (
    <footer class={rows < fewestRows ? 'page-footer strip strip-short' : 'page-footer strip'}>
      {Player && <Player />}
      <div class="gauge-place">{gauge}</div>
    </footer>
  );
}
