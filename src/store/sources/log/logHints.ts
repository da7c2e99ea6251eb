import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogHints } from '#agents/contract/sources.ts';

/** What an adapter tells the list of its logs. */
export function hintsOf({ sources }: AgentAdapter): LogHints {
  for (const source of sources) {
    if (source.kind === 'log') {
      return source.hints ?? {};
    }
  }
  return {};
}
