import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { AgentSetting, AgentSettings } from '#protocol/worker.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';
import { extraRoot } from '#store/roots/extraRoot.ts';

/*
 * The settings that every agent has: their names, and how their values are read. No `vscode` here, so that all of it is tested in plain Node.
 */

/** Prefix of all of them. */
export const agentSection = 'sessionBrowser.agents';

export function agentConfigKeys({ id }: Pick<AgentAdapter, 'id'>) {
  return {
    enabled: `${agentSection}.${id}.enabled`,
    extraRoots: `${agentSection}.${id}.extraRoots`,
  } as const;
}

/** A settings value that is not an absolute path, and where it is set. */
export interface SettingFault {
  readonly key: string;
  readonly value: string;
}

/**
 * The settings of all agents, validated: settings files hold whatever people write into them.
 *
 * @param get reads a setting's value.
 * @param home what `~` stands for.
 */
export function readAgentSettings(
  adapters: readonly Pick<AgentAdapter, 'id'>[],
  get: (key: string) => unknown,
  home: string,
  style: PathStyle,
): { readonly agents: AgentSettings; readonly faults: readonly SettingFault[] } {
  const agents: Record<string, AgentSetting> = {};
  const faults: SettingFault[] = [];
  for (const adapter of adapters) {
    const keys = agentConfigKeys(adapter);
    const extraRoots = new Set<string>();
    for (const value of asList(get(keys.extraRoots))) {
      const path = extraRoot(value, home, style);
      if (path === undefined) {
        faults.push({ key: keys.extraRoots, value });
      } else {
        extraRoots.add(path);
      }
    }
    // Anything but an explicit `false` leaves the agent on.
    agents[adapter.id] = { enabled: get(keys.enabled) !== false, extraRoots: [...extraRoots] };
  }
  return { agents, faults };
}

/** The texts of a setting that should be a list of them; anything else in it as JSON. */
export function asList(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) => {
    const text = typeof item === 'string' ? item.trim() : JSON.stringify(item);
    return text === '' ? [] : [text];
  });
}
