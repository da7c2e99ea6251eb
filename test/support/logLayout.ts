import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogLayout } from '#agents/contract/sources.ts';

/** The layout of an agent's logs. */
export function logLayoutOf({ id, sources }: AgentAdapter): LogLayout {
  const layout = sources.find((source) => source.kind === 'log');
  if (layout?.kind !== 'log') {
    throw new Error(`${id} keeps no logs.`);
  }
  return layout;
}
