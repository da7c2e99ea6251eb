import * as vscode from 'vscode';
import { configKeys } from './contributions.ts';
import type { Disposable } from './emitter.ts';
import type { GroupBy } from './sessionTree/treeModel.ts';

/** The user's settings, checked: settings files hold whatever people write into them. */
export const settings = {
  groupBy(): GroupBy {
    const value = vscode.workspace.getConfiguration().get<unknown>(configKeys.groupBy);
    return value === 'day' ? 'day' : 'none';
  },

  async setGroupBy(value: GroupBy): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(configKeys.groupBy, value, vscode.ConfigurationTarget.Global);
  },

  onDidChange(key: (typeof configKeys)[keyof typeof configKeys], run: () => void): Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) {
        run();
      }
    });
  },
} as const;
