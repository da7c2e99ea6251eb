import * as vscode from 'vscode';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';

/** Logs from this size on take long enough for a notification with a way out. Bytes. */
const longSession = 4_000_000;

/**
 * Shows that a session is read: in the status bar, or for a long one where it can be cancelled.
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
