import type * as vscode from 'vscode';
import type { ExportProgress } from '#protocol/worker.ts';

/** Tells a notification how many rows are done. */
export function reportRows(
  progress: vscode.Progress<{ readonly increment: number }>,
): (rows: ExportProgress) => void {
  let shown = 0;
  return ({ rows, total }) => {
    const done = (rows / total) * 100;
    progress.report({ increment: done - shown });
    shown = done;
  };
}
