import type { ComponentChild, ComponentChildren } from 'preact';
import { translated } from '#base/l10n.ts';

/**
 * A text in the reader's language around what is drawn.
 *
 * @param message as `t` takes it.
 */
export function sentence(message: string, ...nodes: readonly ComponentChild[]): ComponentChildren {
  return translated(message)
    .split(/\{(\d+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : nodes[Number(part)]));
}
