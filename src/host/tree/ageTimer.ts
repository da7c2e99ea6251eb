import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import { untilRelativeTimeChanges } from '../vscode/relativeTime.ts';

/**
 * Ages may be a minute behind. A list of thousands must not be drawn again every few seconds because of
 * its many ages, and whenever lines are drawn again, VS Code takes the keyboard out of the list's own find.
 */
const shortestTickMs = 60_000;

/** Calls when an age in the list reads differently, while the window is in use. */
export class AgeTimer implements Disposable {
  readonly #times: () => readonly number[] | undefined;
  readonly #tick: () => void;
  readonly #windowState: Disposable;
  #timer: NodeJS.Timeout | undefined;

  /** @param times of the lines, epoch ms; undefined while nobody can see the list. */
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
      // Lines that VS Code has not asked for yet are counted in at the first tick.
      const wait = waits.reduce((least, each) => Math.min(least, each), waits[0] ?? 0);
      this.#timer = setTimeout(this.#tick, Math.max(shortestTickMs, wait));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#windowState.dispose();
  }
}
