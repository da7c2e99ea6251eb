import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogHints } from '#agents/contract/sources.ts';

/** Only the beginning of such a log can be read without the rest. */
export function isCompressed({ sources }: AgentAdapter, path: string): boolean {
  return sources.some((source) => source.kind === 'log' && source.isCompressed?.(path) === true);
}

/** What an adapter tells the list of its logs. */
export function hintsOf({ sources }: AgentAdapter): LogHints {
  return sources.find((source) => source.kind === 'log')?.hints ?? {};
}
