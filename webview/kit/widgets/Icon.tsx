import type listed from '@vscode/codicons/dist/metadata.json';
import type { VNode } from 'preact';

/**
 * A codicon. The font's own list lacks some names. Those of exported documents are also in the
 * document's `icons.css`.
 */
export type IconName =
  | keyof typeof listed
  | 'ellipsis'
  | 'go-to-file'
  | 'repo-forked'
  | 'sync'
  | 'warning';

/** @param label only if no text says the same. */
export function Icon({ name, label }: { name: IconName; label?: string }): VNode {
  return label === undefined ? (
    <span class={`icon codicon codicon-${name}`} aria-hidden="true" />
  ) : (
    <span class={`icon codicon codicon-${name}`} role="img" aria-label={label} title={label} />
  );
}
