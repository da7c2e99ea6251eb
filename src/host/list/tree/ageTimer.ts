import * as vscode from 'vscode';
import { untilRelativeTimeChanges } from '../../vscode/relativeTime.ts';

/**
 * Ages may be a minute behind. A list of thousands must not be redrawn every few seconds for its
 * many ages, and each redraw takes the keyboard focus out of the list's own find.
 */
const shortestTickMs = 60_000;

/**
 * Fires when an age in the list changes, while the window is in use.
 *
 * @param timesOf the lines, epoch ms; undefined while the list is not visible.
 */
export function ageTimer(timesOf: () => readonly number[] | undefined, tick: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    clearTimeout(timer);
    const times = timesOf();
    if (times !== undefined && vscode.window.state.active) {
      const now = Date.now();
      const waits = times.map((time) => untilRelativeTimeChanges(time, now));
      // Lines that VS Code has not requested yet are included from the first tick on.
      const wait = waits.reduce((least, each) => Math.min(least, each), waits[0] ?? 0);
      timer = setTimeout(tick, Math.max(shortestTickMs, wait));
    }
  };
  const windowState = vscode.window.onDidChangeWindowState(schedule);
  return {
    schedule,
    dispose: () => {
      clearTimeout(timer);
      windowState.dispose();
    },
  };
}
