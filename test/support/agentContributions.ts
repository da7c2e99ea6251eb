import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { agentConfigKeys } from '#host/vscode/agentSettings.ts';

/** The agents' settings for package.json. */
export interface AgentContributions {
  readonly properties: Readonly<Record<string, unknown>>;
  /** Settings that an untrusted workspace must not change: they determine what is read. */
  readonly restricted: readonly string[];
}

/** Order in the settings editor: after all others, by agent. */
const firstOrder = 20;

export function agentContributions(
  adapters: readonly Pick<AgentAdapter, 'id' | 'label'>[],
): AgentContributions {
  const properties: Record<string, unknown> = {};
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
  });
  const restricted = adapters.flatMap((adapter) => Object.values(agentConfigKeys(adapter)));
  return { properties, restricted };
}

/** Their texts in package.nls.json or another language's file, each modeled on the first. */
export function agentTexts(
  adapters: readonly Pick<AgentAdapter, 'id' | 'label'>[],
  declared: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [first] = adapters;
  return Object.fromEntries(
    adapters.flatMap(({ id, label }) =>
      ['enabled', 'extraRoots'].map((setting) => [
        `config.agents.${id}.${setting}`,
        (declared[`config.agents.${first?.id ?? ''}.${setting}`] ?? '').replaceAll(
          first?.label ?? '',
          label,
        ),
      ]),
    ),
  );
}
