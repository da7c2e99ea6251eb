import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import { untilRelativeTimeChanges } from '../vscode/relativeTime.ts';

/**
 * Ages may be a minute behind. A list of thousands must not be redrawn every few seconds for its
 * many ages, and each redraw takes the keyboard focus out of the list's own find.
 */
const shortestTickMs = 60_000;

/** Fires when an age in the list changes, while the window is in use. */
export class AgeTimer implements Disposable {
  readonly #times: () => readonly number[] | undefined;
  readonly #tick: () => void;
  readonly #windowState: Disposable;
  #timer: NodeJS.Timeout | undefined;

  /** @param times of the lines, epoch ms; undefined while the list is not visible. */
  constructor(times: () => readonly number[] | undefined, tick: () => void) {
    this.#times = times;
    this.#tick = tick;
    this.#windowState = vscode.window.onDidChangeWindowState(() => {
      this.schedule();
    });
  }

  schedule(): void {
    clearTimeout(this.#timer);
    const times = this.#times();
    if (times !== undefined && vscode.window.state.active) {
      const now = Date.now();
      const waits = times.map((time) => untilRelativeTimeChanges(time, now));
      // Lines that VS Code has not requested yet are included from the first tick on.
      const wait = waits.reduce((least, each) => Math.min(least, each), waits[0] ?? 0);
      this.#timer = setTimeout(this.#tick, Math.max(shortestTickMs, wait));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#windowState.dispose();
  }
}
