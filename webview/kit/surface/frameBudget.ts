import { useEffect, useReducer, useRef } from 'preact/hooks';

/**
 * Characters of code colored between two frames: a hundred lines, about ten milliseconds. Each
 * colored word is an element, which costs more than tokenizing it.
 */
export const coloredAtOnce = 4_000;

/**
 * Milliseconds; code is colored while it is drawn only if drawing has taken no longer so far.
 * Otherwise it waits.
 */
const coloringMs = 4;

/**
 * Shares out the time between frames, so that many or long rows arriving at once do not block the
 * reader: first what is on screen, then what is near it, then colors.
 */
export class FrameBudget {
  /** When the first turn of this frame started. */
  #begun: number | undefined;
  #rows = 0;
  #colored = 0;
  #rowsAgain: (() => void) | undefined;
  /** Callbacks waiting for colors, in order of arrival, with their characters. */
  readonly #colors = new Map<() => void, number>();

  constructor(
    private readonly now = () => performance.now(),
    private readonly afterFrame = afterNextFrame,
  ) {}

  /**
   * Whether another row may be drawn before the next frame. The first always may.
   *
   * @param ms time budget for rows of this kind.
   * @param again called after the next frame if it may not.
   */
  tryRow(ms: number, again: () => void): boolean {
    const spent = this.#spent();
    if (this.#rows > 0 && spent >= ms) {
      this.#rowsAgain = again;
      return false;
    }
    this.#rows += 1;
    return true;
  }

  /**
   * Whether this many characters may be colored before the next frame.
   *
   * @param again called once when their turn comes, if they may not.
   * @returns whether they may, and how to stop waiting.
   */
  tryColors(chars: number, again: () => void): { readonly isNow: boolean; drop(): void } {
    const isInTime = this.#spent() < coloringMs;
    const isNow =
      isInTime && this.#rowsAgain === undefined && this.#colors.size === 0 && this.#fits(chars);
    if (isNow) {
      this.#colored += chars;
    } else {
      this.#colors.set(again, chars);
    }
    return { isNow, drop: () => this.#colors.delete(again) };
  }

  #fits(chars: number): boolean {
    return this.#colored === 0 || this.#colored + chars <= coloredAtOnce;
  }

  /** Milliseconds since the first turn of this frame. */
  #spent(): number {
    if (this.#begun === undefined) {
      this.#begun = this.now();
      this.afterFrame(() => this.#next());
    }
    return this.now() - this.#begun;
  }

  #next(): void {
    this.#begun = undefined;
    this.#rows = 0;
    this.#colored = 0;
    const rowsAgain = this.#rowsAgain;
    if (rowsAgain !== undefined) {
      this.#rowsAgain = undefined;
      this.#spent();
      rowsAgain();
      return;
    }
    for (const [again, chars] of this.#colors) {
      this.#spent();
      if (!this.#fits(chars)) {
        return;
      }
      this.#colors.delete(again);
      this.#colored += chars;
      again();
    }
  }
}

function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => {
    setTimeout(run);
  });
}

/**
 * Whether it is a component's turn to color this many characters; once true, it stays true. Redraws
 * the component when its turn comes.
 */
export function useTurn(budget: FrameBudget, chars: number): boolean {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const isTurn = useRef(false);
  const waits = useRef<() => void>(undefined);
  if (chars > 0 && !isTurn.current && waits.current === undefined) {
    const { isNow, drop } = budget.tryColors(chars, () => {
      isTurn.current = true;
      redraw(undefined);
    });
    isTurn.current = isNow;
    waits.current = drop;
  }
  useEffect(() => () => waits.current?.(), []);
  return chars === 0 || isTurn.current;
}
