import * as vscode from 'vscode';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import { withoutLinks } from '#core/text/inertText.ts';
import { abortSignalOf } from './cancellation.ts';

/**
 * Shows a notification with a Cancel button while something runs.
 *
 * @param title may hold a file's name: notifications turn whatever looks like a link into one.
 * @param run rejects with AbortError when its signal fires.
 */
export function withCancelButton<T>(
  title: string,
  run: (
    signal: AbortSignal,
    progress: vscode.Progress<{ readonly message?: string; readonly increment?: number }>,
  ) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    },
    (progress, token) => run(abortSignalOf(token), progress),
  );
}

/** Bytes. Logs from this size on take long enough for a notification with a Cancel button. */
const longSession = 4_000_000;

/**
 * Shows that a session is being read: in the status bar, or in a cancellable notification for a
 * long one.
 *
 * @param run rejects with AbortError when its signal fires.
 */
export function withReadingProgress<T>(
  session: SessionRef | SessionSummary,
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const isLong = 'size' in session && session.size >= longSession;
  return vscode.window.withProgress(
    {
      location: isLong ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window,
      title,
      cancellable: isLong,
    },
    (_progress, token) => run(abortSignalOf(token)),
  );
}
