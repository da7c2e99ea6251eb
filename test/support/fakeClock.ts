interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when a test says so. */
export class FakeClock {
  now = 0;
  #timers: readonly Timer[] = [];

  readonly later = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, run };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  /** ms until the next timer; undefined if nothing waits. */
  get next(): number | undefined {
    const first = Math.min(...this.#timers.map(({ at }) => at));
    return Number.isFinite(first) ? first - this.now : undefined;
  }

  /** Lets time pass up to the next timer and runs it. */
  tick(): void {
    this.now += this.next ?? 0;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { run } of due) {
      run();
    }
  }
}
