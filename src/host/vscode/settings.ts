import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { RecordSetting } from '#core/chat/recordingChoice.ts';
import { ownPrices } from '#core/prices/ownPrices.ts';
import type { ArchiveMode } from '#protocol/archive.ts';
import type { agentSection } from './agentSettings.ts';
import type { RowLevel } from '#protocol/pages/page.ts';
import { configKeys } from './contributions.ts';

type ConfigKey = (typeof configKeys)[keyof typeof configKeys];

/** Levels, as settings name them. */
const levels = {
  auto: 'auto',
  everything: 'all',
  skim: 'skim',
  messages: 'dialogue',
  prompts: 'prompts',
  trouble: 'trouble',
} as const satisfies Readonly<Record<string, RowLevel | 'auto'>>;
const levelNames = [
  'auto',
  'everything',
  'skim',
  'messages',
  'prompts',
  'trouble',
] as const satisfies readonly (keyof typeof levels)[];

export type GroupBy = 'none' | 'day' | 'agent';
export type SortBy = 'updated' | 'cost';

function valueOf(key: ConfigKey): unknown {
  return vscode.workspace.getConfiguration().get<unknown>(key);
}

/** One of the values that a setting can have; the first if it has another. */
function oneOf<Value extends string>(key: ConfigKey, values: readonly [Value, ...Value[]]): Value {
  const set = valueOf(key);
  return values.find((value) => value === set) ?? values[0];
}

/** Whether copies are made by themselves. */
export function archives(mode: ArchiveMode | 'ask' | 'off'): mode is ArchiveMode {
  return mode !== 'ask' && mode !== 'off';
}

/** The user's settings, validated: settings files hold whatever people write into them. */
export const settings = {
  groupBy: () => oneOf<GroupBy>(configKeys.groupBy, ['day', 'none', 'agent']),
  sortBy: () => oneOf<SortBy>(configKeys.sortBy, ['updated', 'cost']),
  /** Whether each session's line says what it cost. */
  showCost: () => valueOf(configKeys.showCost) === true,
  async setList(key: 'groupBy' | 'sortBy' | 'showCost', value: string | boolean): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(configKeys[key], value, vscode.ConfigurationTarget.Global);
  },

  /** Of which sessions copies are made by themselves. */
  archive(): ArchiveMode | 'ask' | 'off' {
    const mode = oneOf(configKeys.archive, ['ask', 'off', 'pinned', 'expiring', 'all']);
    // As earlier versions called it.
    const keptPinned = vscode.workspace.getConfiguration().get('sessionBrowser.list.keepPinned');
    return mode === 'ask' && keptPinned === true ? 'pinned' : mode;
  },
  async setArchive(mode: 'off' | ArchiveMode): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(configKeys.archive, mode, vscode.ConfigurationTarget.Global);
  },
  /** What copies may take; bytes. */
  archiveLimit(): number {
    const gigabytes = valueOf(configKeys.archiveLimit);
    return (typeof gigabytes === 'number' && gigabytes > 0 ? gigabytes : 5) * 1e9;
  },
  /** Whether VS Code reuses a tab for previews. */
  previewsEditors: () =>
    vscode.workspace.getConfiguration().get('workbench.editor.enablePreview') !== false,
  /** How much of a session its replay shows at first. */
  replayLevel: () => levels[oneOf(configKeys.replayLevel, levelNames)],
  /** Whether chats are recorded as sessions. */
  record: () => oneOf<RecordSetting>(configKeys.record, ['on', 'off', 'ask']),
  /** Which of VS Code's language-model tools a model may use in `@session`. */
  tools: () => oneOf(configKeys.tools, ['referenced', 'all', 'none']),
  /** Whether VS Code gets the MCP server too. */
  mcpServer: () => valueOf(configKeys.mcpServer) === true,
  /** Whether hovering over a line says which session wrote it. */
  hover: () => valueOf(configKeys.hover) === true,
  async turnOnHover(): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(configKeys.hover, true, vscode.ConfigurationTarget.Global);
  },
  /** When a notification says that a session waits for the user. */
  notifyWaiting: () => oneOf(configKeys.notifyWaiting, ['unfocused', 'always', 'off']),
  /** Whether files say which sessions edited them. */
  codeLens: () => valueOf(configKeys.codeLens) === true,
  /** The user's own prices of models. */
  prices: () => ownPrices(valueOf(configKeys.prices)),
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
  onDidChange(
    key: ConfigKey | typeof agentSection | 'explorer.decorations',
    run: () => void,
  ): Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) {
        run();
      }
    });
  },
} as const;
