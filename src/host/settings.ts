import * as vscode from 'vscode';
import type { agentSection } from './agentSettings.ts';
import { configKeys } from './contributions.ts';
import type { Disposable } from './emitter.ts';
import type { GroupBy } from './sessionTree/treeModel.ts';

type ConfigKey = (typeof configKeys)[keyof typeof configKeys];

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

  /** As it stands there, unchecked. */
  value(key: string): unknown {
    return vscode.workspace.getConfiguration().get<unknown>(key);
  },

  /** @param key of a setting, or the beginning of several. */
  onDidChange(key: ConfigKey | typeof agentSection, run: () => void): Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) {
        run();
      }
    });
  },
} as const;
