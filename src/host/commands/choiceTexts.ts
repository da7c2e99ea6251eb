import { withoutIcons } from '#core/text/inertText.ts';
import { isolated } from '#core/text/isolate.ts';
import { oneLine } from '#core/text/oneLine.ts';

/** Code points of an id or a folder. */
const factLength = 100;

/**
 * The two lines of a choice in a Quick Pick, which draws `$(icon)` in both. The facts are no
 * `description`: a label takes all the room it wants and pushes that out of sight.
 *
 * @param facts ids and folders come from logs and may hold anything.
 */
export function choiceTexts(
  label: string,
  facts: readonly string[],
): { readonly label: string; readonly detail: string } {
  return {
    label: withoutIcons(isolated(label)),
    detail: withoutIcons(facts.map((fact) => isolated(oneLine(fact, factLength))).join(' · ')),
  };
}
