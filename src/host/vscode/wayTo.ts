import * as vscode from 'vscode';
import type { WayOut } from '#core/userError.ts';

/** A way out that runs a command. */
export function wayTo(label: string, command: string, ...args: readonly unknown[]): WayOut {
  return { label, run: () => vscode.commands.executeCommand(command, ...args) };
}
