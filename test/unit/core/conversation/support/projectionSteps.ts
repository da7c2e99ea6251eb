import type { ItemFacts, ProjectionStep } from '#core/conversation/conversationProjection.ts';
import type { RetainedSpan } from '#core/events/event.ts';

export interface Item {
  readonly line: number;
  readonly text: string;
}

/** A prompt begins with `p`. */
export const facts: ItemFacts<Item> = {
  lineOf: ({ line }) => line,
  isPrompt: ({ text }) => text.startsWith('p'),
  charsOf: ({ text }) => text.length,
};
export const said = (line: number, text = `m${line}`): ProjectionStep<Item> => ({
  type: 'said',
  line,
  item: { line, text },
});
export const compaction = (
  line: number,
  retainedFrom: number | undefined,
  ifMissing: RetainedSpan['ifMissing'] = 'none',
): Extract<ProjectionStep<Item>, { type: 'compaction' }> => ({
  type: 'compaction',
  line,
  items: [{ line, text: `s${line}` }],
  retainedFrom,
  retained: { from: { id: 'any' }, ifMissing },
});
export const edit = (
  line: number,
  target: number,
  text: string | undefined,
): ProjectionStep<Item> => ({
  type: 'edit',
  line,
  target,
  change: text === undefined ? undefined : (item) => ({ ...item, text }),
});
export const keepsPrompts = (line: number, promptChars = Infinity): ProjectionStep<Item> => ({
  type: 'compaction',
  line,
  items: [{ line, text: `s${line}` }],
  retainedFrom: undefined,
  retained: { promptChars },
});
export const replacesAll = (line: number): ProjectionStep<Item> => ({
  type: 'compaction',
  line,
  items: [{ line, text: `s${line}` }],
  retainedFrom: undefined,
  retained: undefined,
});

/**
 * Reference implementation in one pass: pi 0.87.1 and 1.5.2, `core/session-manager`,
 * `buildSessionProjection`; what keeps prompts or nothing, as Codex rebuilds a history step by step
 * (`core/src/compact.rs`, `build_compacted_history`).
 */
export function expected(
  steps: readonly ProjectionStep<Item>[],
  isShown: (line: number) => boolean,
): string[] {
  const shown = steps.filter((step) => isShown(step.line));
  const last = shown.findLast(
    (step) =>
      step.type === 'compaction' &&
      (step.retained === undefined ||
        'promptChars' in step.retained ||
        step.retained.ifMissing === 'none' ||
        (step.retainedFrom !== undefined && isShown(step.retainedFrom))),
  );
  const restart =
    shown.findLast((step) => step.type === 'compaction' && step.retained === undefined)?.line ?? 0;
  const isKept = ({ line }: ProjectionStep<Item>) =>
    last?.type !== 'compaction' ||
    line > last.line ||
    (line < last.line &&
      line > restart &&
      last.retainedFrom !== undefined &&
      isShown(last.retainedFrom) &&
      line >= last.retainedFrom);
  const after = shown.flatMap((step) => (step.type === 'said' && isKept(step) ? [step.item] : []));
  const prompts: Item[] = [];
  if (
    last?.type === 'compaction' &&
    last.retained !== undefined &&
    'promptChars' in last.retained
  ) {
    let left = last.retained.promptChars;
    for (const step of shown.toReversed()) {
      const isEarlier = step.line > restart && step.line < last.line;
      if (step.type === 'said' && isEarlier && facts.isPrompt(step.item) && left > 0) {
        prompts.unshift(step.item);
        left -= step.item.text.length;
      }
    }
  }
  const items = [...prompts, ...(last?.type === 'compaction' ? last.items : []), ...after];
  return items.flatMap((item) => {
    const change = shown.findLast(
      (step) =>
        step.type === 'edit' && step.target === item.line && (prompts.length > 0 || isKept(step)),
    );
    if (change?.type !== 'edit' || change.line < item.line) {
      return [item.text];
    }
    return change.change === undefined ? [] : [change.change(item).text];
  });
}
