import type { ComponentChild, ComponentChildren } from 'preact';
import { translated } from '#base/l10n.ts';

/**
 * Translated text around rendered nodes.
 *
 * @param message as for `t`.
 */
export function sentence(message: string, ...nodes: readonly ComponentChild[]): ComponentChildren {
  return translated(message)
    .split(/\{(\d+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : nodes[Number(part)]));
}
