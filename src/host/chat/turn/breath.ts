import { setImmediate } from 'node:timers/promises';

/** All extensions share one thread, so nobody works longer than half a frame at a time. Milliseconds. */
const sliceMs = 8;

/** Lets others have the thread whenever a slice is used up. */
export class Breath {
  #since = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#since > sliceMs) {
      await setImmediate();
      this.#since = performance.now();
    }
  }
}
