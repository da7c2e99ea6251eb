/**
 * Characters of code that are coloured between two frames: a hundred lines, some ten milliseconds.
 * Each coloured word is an element of its own, which costs more than to find it.
 */
export const colouredAtOnce = 4_000;

/** Code is coloured as it is drawn only if what was drawn before took no longer; else it can wait. */
const colouringMs = 4;

/**
 * Shares out the time between two frames, so that many rows or long ones that come at once do not
 * hold up the reader: what is on screen first, then what is near it, then colours.
 */
export class Turns {
  readonly #now: () => number;
  readonly #afterFrame: (run: () => void) => void;
  /** When the first turn since the last frame began. */
  #begun: number | undefined;
  #rows = 0;
  #coloured = 0;
  #rowsAgain: (() => void) | undefined;
  /** Characters by who waits for colours, in the order in which they came. */
  readonly #colours = new Map<() => void, number>();

  constructor(now = () => performance.now(), afterFrame = afterNextFrame) {
    this.#now = now;
    this.#afterFrame = afterFrame;
  }

  /**
   * Whether another row may be drawn before the next frame. The first always may.
   *
   * @param ms what rows like it may take until then.
   * @param again called after the next frame if it may not.
   */
  takeRow(ms: number, again: () => void): boolean {
    const spent = this.#spent();
    if (this.#rows > 0 && spent >= ms) {
      this.#rowsAgain = again;
      return false;
    }
    this.#rows += 1;
    return true;
  }

  /**
   * Whether so many characters may be coloured before the next frame.
   *
   * @param again called once when it is their turn, if they may not.
   * @returns whether they may, and how to wait no more.
   */
  takeColours(chars: number, again: () => void): { readonly isNow: boolean; drop(): void } {
    const isInTime = this.#spent() < colouringMs;
    const isNow =
      isInTime && this.#rowsAgain === undefined && this.#colours.size === 0 && this.#fits(chars);
    if (isNow) {
      this.#coloured += chars;
    } else {
      this.#colours.set(again, chars);
    }
    return { isNow, drop: () => this.#colours.delete(again) };
  }

  #fits(chars: number): boolean {
    return this.#coloured === 0 || this.#coloured + chars <= colouredAtOnce;
  }

  /** Milliseconds since the first turn after the last frame. */
  #spent(): number {
    if (this.#begun === undefined) {
      this.#begun = this.#now();
      this.#afterFrame(() => {
        this.#next();
      });
    }
    return this.#now() - this.#begun;
  }

  #next(): void {
    this.#begun = undefined;
    this.#rows = 0;
    this.#coloured = 0;
    const rowsAgain = this.#rowsAgain;
    if (rowsAgain !== undefined) {
      this.#rowsAgain = undefined;
      this.#spent();
      rowsAgain();
      return;
    }
    for (const [again, chars] of this.#colours) {
      this.#spent();
      if (!this.#fits(chars)) {
        return;
      }
      this.#colours.delete(again);
      this.#coloured += chars;
      again();
    }
  }
}

function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => {
    setTimeout(run);
  });
}
