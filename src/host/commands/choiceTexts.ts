import { isolated } from '#core/text/inertText.ts';
import { oneLine } from '#core/text/oneLine.ts';

/** Code points of an ID or a folder. */
const factLength = 100;

/**
 * The two lines of a Quick Pick choice. The facts are not a
 * `description`: a label takes all the room it wants and pushes that out of sight.
 *
 * @param facts IDs and folders come from logs and may hold anything.
 */
export function choiceTexts(
  label: string,
  facts: readonly string[],
): { readonly label: string; readonly detail: string } {
  return {
    label: isolated(label),
    detail: facts.map((fact) => isolated(oneLine(fact, factLength))).join(' · '),
  };
}
