import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogLayout } from '#agents/contract/sources.ts';

/** Where and how an agent keeps its logs. */
export function logLayoutOf({ id, sources }: AgentAdapter): LogLayout {
  const layout = sources.find((source) => source.kind === 'log');
  if (layout?.kind !== 'log') {
    throw new Error(`${id} keeps no logs.`);
  }
  return layout;
}
