/* The document's only script, for convenience: everything can be read and unfolded without it. */

import { Player, openAround } from './player.ts';

/** Opens every fold around an element, and the element's own fold. */
function reveal(id: string): void {
  const target = document.getElementById(id);
  if (target === null) {
    return;
  }
  openAround(target);
  const own = target.querySelector('details');
  if (own !== null) {
    own.open = true;
  }
  target.scrollIntoView();
  player?.stand(target);
}

function revealAddressed(): void {
  if (location.hash !== '') {
    // Row IDs are plain ASCII, so nothing in them is encoded.
    reveal(location.hash.slice(1));
  }
}

function setAll(open: boolean): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details')) {
    fold.open = open;
  }
}

function changeTheme(): void {
  const root = document.documentElement;
  const isDark =
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
}

const playback = document.querySelector<HTMLElement>('.playback');
const player = playback === null ? undefined : new Player(playback);

const actions: Readonly<Record<string, () => void>> = {
  open: () => setAll(true),
  close: () => setAll(false),
  theme: changeTheme,
  back: () => player?.step(-1),
  play: () => player?.play(),
  pause: () => player?.pause(),
  forward: () => player?.step(1),
};

for (const button of document.querySelectorAll<HTMLElement>('[data-do]')) {
  button.addEventListener('click', () => actions[button.dataset.do ?? '']?.());
}
addEventListener('hashchange', revealAddressed);
document.querySelector('.document-buttons')?.removeAttribute('hidden');
revealAddressed();
