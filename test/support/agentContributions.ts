import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { t } from '#base/l10n.ts';
import { agentConfigKeys } from '#host/vscode/agentSettings.ts';

/** What package.json and, in the reader's language, package.nls.json say of the agents' settings. */
export interface AgentContributions {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Settings that a workspace that is not trusted must not make: they say what is read. */
  readonly restricted: readonly string[];
}

/** In the settings editor they stand behind all others, agent by agent. */
const firstOrder = 20;

export function agentContributions(
  adapters: readonly Pick<AgentAdapter, 'id' | 'label'>[],
): AgentContributions {
  const properties: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  adapters.forEach((adapter, index) => {
    const keys = agentConfigKeys(adapter);
    const text = `config.agents.${adapter.id}`;
    properties[keys.enabled] = {
      type: 'boolean',
      default: true,
      scope: 'window',
      order: firstOrder + 2 * index,
      description: `%${text}.enabled%`,
    };
    properties[keys.extraRoots] = {
      type: 'array',
      items: { type: 'string' },
      default: [],
      scope: 'machine-overridable',
      order: firstOrder + 2 * index + 1,
      markdownDescription: `%${text}.extraRoots%`,
    };
    texts[`${text}.enabled`] = t('Show sessions from {0}.', adapter.label);
    texts[`${text}.extraRoots`] = t(
      'Additional folders with sessions from {0}, as absolute paths; `~` is your home folder. Logs are read from each folder and from its project subfolders.',
      adapter.label,
    );
  });
  const restricted = adapters.map((adapter) => agentConfigKeys(adapter).extraRoots);
  return { properties, texts, restricted };
}
