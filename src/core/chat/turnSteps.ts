import type { TurnItem } from '../events/newEvent.ts';

/** The progress of a running turn, in order. */
export type TurnStep =
  /** Text that the model sent. */
  | { readonly kind: 'text'; readonly text: string }
  /** A tool started; its result follows as `items` when it is done. */
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'items'; readonly items: readonly TurnItem[] };

/** The items of a turn that was cut off after these steps. */
export function itemsOfSteps(steps: readonly TurnStep[]): readonly TurnItem[] {
  return steps.flatMap((step, place): readonly TurnItem[] => {
    switch (step.kind) {
      case 'text':
        return step.text === '' ? [] : [{ kind: 'assistantText', text: step.text }];
      case 'call':
        // The result describes the call as well.
        return steps[place + 1]?.kind === 'items'
          ? []
          : [{ kind: 'toolCall', name: step.name, input: step.input }];
      case 'items':
        return step.items;
    }
  });
}
