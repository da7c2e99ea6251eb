import type { LogParts } from '#agents/contract/logParts.ts';
import type { LogLayout, SourceLayout } from '#agents/contract/sources.ts';

/** Of an agent that may keep a session in several logs. */
export type PartedLayout = LogLayout & { readonly parts: LogParts };

export function isParted(layout: SourceLayout): layout is PartedLayout {
  return layout.kind === 'log' && layout.parts !== undefined;
}
