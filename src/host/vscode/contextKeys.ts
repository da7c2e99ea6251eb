import * as vscode from 'vscode';
import type { ContextValues } from './contributions.ts';

/** Sets context keys, but only when their value changes: each call crosses to the window. */
export class ContextKeys {
  readonly #values = new Map<string, unknown>();

  set(values: Partial<ContextValues>): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#values.get(key) !== value) {
        this.#values.set(key, value);
        void vscode.commands.executeCommand('setContext', key, value);
      }
    }
  }
}
