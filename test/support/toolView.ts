import assert from 'node:assert/strict';
import { noLimits, type TextLimits } from '#core/text/longText.ts';
import type { ToolView } from '#core/rows/views/toolView.ts';
import { viewOf } from '#core/rows/views/viewOf.ts';

/** The view of a kind, of a call as its agent records it. */
export function view<Kind extends ToolView['kind']>(
  kind: Kind,
  name: string,
  input: unknown,
  output?: unknown,
  limits: TextLimits = noLimits,
): Extract<ToolView, { kind: Kind }> {
  const made = viewOf({ name, input, output }, limits);
  assert.equal(made?.kind, kind, name);
  return made as Extract<ToolView, { kind: Kind }>;
}

/** A call that has no view. */
export const none = (name: string, input: unknown, output?: unknown) => {
  assert.equal(viewOf({ name, input, output }, noLimits), undefined, name);
};
