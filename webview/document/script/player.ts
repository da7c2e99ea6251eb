import { delayBetween } from '#core/lens/steps.ts';
import { binWidth } from '../binWidth.ts';

/** A pause takes no longer, however long it was. ms */
const longestPause = 5_000;

/** Rows of a turn lie in a fold of their own; those of a sub-agent are part of its call. */
const rows = 'main > .row, main > .turn > .row';

/** Goes from row to row as a reader would, at the speed that they were written. */
export class DocumentPlayer {
  readonly #rows = [...document.querySelectorAll<HTMLElement>(rows)];
  readonly #starts: readonly number[];
  /** The row under the playhead; -1 before it was first moved. */
  #at = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param place of the controls and the timeline. */
  constructor(private readonly place: HTMLElement) {
    this.#starts = (this.#part('.timeline').dataset.starts ?? '').split(' ').map(Number);
    this.#part('.playback-controls').hidden = false;
    // Readers who moved on are not taken back.
    for (const event of ['wheel', 'touchmove', 'pointerdown'] as const) {
      document.querySelector('main')?.addEventListener(event, this.pause, { passive: true });
    }
    this.#tell();
  }

  play(): void {
    this.#setPlaying(true);
    this.#next();
  }

  readonly pause = (): void => {
    clearTimeout(this.#timer);
    this.#setPlaying(false);
  };

  /** @param by rows, back if negative. */
  step(by: number): void {
    this.pause();
    this.#goTo(this.#onScreen() + by);
  }

  /** Takes a row as the place to go on from. */
  stand(row: Element): void {
    const at = this.#rows.findIndex((one) => one === row);
    if (at >= 0) {
      this.#stand(at);
    }
  }

  #next(): void {
    const from = this.#onScreen();
    const [before, row] = [this.#rows[from], this.#rows[from + 1]];
    if (row === undefined) {
      this.pause();
      return;
    }
    const speed = Number(this.place.querySelector('select')?.value ?? 1);
    const delay = before === undefined ? 0 : delayBetween(factOf(before), factOf(row));
    this.#timer = setTimeout(
      () => {
        this.#goTo(from + 1);
        this.#next();
      },
      Math.min(delay, longestPause) / speed,
    );
  }

  #goTo(at: number): void {
    const row = this.#rows[Math.max(0, Math.min(at, this.#rows.length - 1))];
    if (row !== undefined) {
      openAround(row);
      row.scrollIntoView({ block: 'nearest' });
      this.stand(row);
    }
  }

  /** The row of the playhead; if that is elsewhere, the one before the first that begins on screen. */
  #onScreen(): number {
    const end = this.place.getBoundingClientRect().top;
    const current = this.#rows[this.#at]?.getBoundingClientRect();
    if (current === undefined || (current.bottom > 0 && current.top < end)) {
      return this.#at;
    }
    const first = this.#rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return height > 0 && top >= 0 && top < end;
    });
    return first < 0 ? this.#at : first - 1;
  }

  #stand(at: number): void {
    this.#rows[this.#at]?.classList.remove('row-current');
    this.#at = at;
    this.#rows[at]?.classList.add('row-current');
    this.#tell();
  }

  #tell(): void {
    const place = this.#part('.playback-place');
    const shown = (this.#at + 1).toLocaleString(document.documentElement.lang);
    place.textContent = (place.dataset.of ?? '').replace('{0}', shown);
    const bin = this.#starts.findLastIndex((start) => start <= this.#at);
    // Not a style: the file's policy has none beside its sheet.
    this.place
      .querySelector('.timeline-playhead')
      ?.setAttribute('d', bin < 0 ? '' : `M${bin * binWidth + 1} 0v32`);
  }

  #setPlaying(isPlaying: boolean): void {
    const [play, pause] = [this.#part('[data-do=play]'), this.#part('[data-do=pause]')];
    const hadFocus = [play, pause].some((button) => button === document.activeElement);
    play.hidden = isPlaying;
    pause.hidden = !isPlaying;
    if (hadFocus) {
      (isPlaying ? pause : play).focus();
    }
  }

  #part(selector: string): HTMLElement {
    const part = this.place.querySelector<HTMLElement>(selector);
    if (part === null) {
      throw new Error(`The player has no ${selector}.`);
    }
    return part;
  }
}

function factOf({ dataset, textContent }: HTMLElement) {
  const time = dataset.time === undefined ? undefined : Number(dataset.time);
  return { time, size: textContent.length };
}

/** Opens every fold around an element. */
export function openAround(target: Element): void {
  let fold = target.parentElement?.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details');
  }
}
