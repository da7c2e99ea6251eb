import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { RecordSetting } from '#core/chat/recordingWish.ts';
import type { agentSection } from './agentSettings.ts';
import { configKeys } from './contributions.ts';

type ConfigKey = (typeof configKeys)[keyof typeof configKeys];

export type GroupBy = 'none' | 'day' | 'agent';

function valueOf(key: ConfigKey): unknown {
  return vscode.workspace.getConfiguration().get<unknown>(key);
}

/** The user's settings, validated: settings files hold whatever people write into them. */
export const settings = {
  groupBy(): GroupBy {
    const value = valueOf(configKeys.groupBy);
    return value === 'none' || value === 'agent' ? value : 'day';
  },

  async setGroupBy(value: GroupBy): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(configKeys.groupBy, value, vscode.ConfigurationTarget.Global);
  },

  /** Whether copies of pinned sessions are kept. */
  keepPinned: () => valueOf(configKeys.keepPinned) === true,
  /** Whether VS Code reuses a tab for previews. */
  previewsEditors(): boolean {
    const value = vscode.workspace.getConfiguration().get('workbench.editor.enablePreview');
    return value !== false;
  },

  /** Whether chats are recorded as sessions. */
  record(): RecordSetting {
    const value = valueOf(configKeys.record);
    return value === 'off' || value === 'ask' ? value : 'on';
  },

  /** Which of VS Code's language-model tools a model may use in `@session`. */
  tools(): 'referenced' | 'all' | 'none' {
    const value = valueOf(configKeys.tools);
    return value === 'all' || value === 'none' ? value : 'referenced';
  },

  /** Whether VS Code gets the MCP server too. */
  mcpServer: () => valueOf(configKeys.mcpServer) === true,
  /** Whether hovering over a line says which session wrote it. */
  hover: () => valueOf(configKeys.hover) === true,
  /** Whether files say which sessions edited them. */
  codeLens: () => valueOf(configKeys.codeLens) === true,
  /** How often a model is called for one user message, counting the rounds after tools. */
  maxToolRounds(): number {
    const value = valueOf(configKeys.maxToolRounds);
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 25;
  },

  /** Current values, unvalidated. Creating a configuration costs more than reading it. */
  values(): (key: string) => unknown {
    const configuration = vscode.workspace.getConfiguration();
    return (key) => configuration.get<unknown>(key);
  },

  /** @param key of a setting, or a prefix of several. */
  onDidChange(key: ConfigKey | typeof agentSection, run: () => void): Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) {
        run();
      }
    });
  },
} as const;
