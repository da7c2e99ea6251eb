import type { Words } from '#core/events/phrase.ts';
import { previewAfter } from '../toolbox/tornString.ts';
import { skillTitle } from './messageText.ts';

/** How a line with a user's message starts, in Go's key order or the reverse. */
const beginning =
  /^\uFEFF?\s*\{\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"kind"\s*:\s*"user_message"\s*,\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"(?:user_message|payload)"\s*:\s*\{\s*"content"\s*:\s*"/i;

const previewOf = previewAfter(beginning);

/** The beginning of a user's message; of a skill's, its title. */
export function previewOfTornLine(text: string): Words | undefined {
  const preview = previewOf(text);
  return preview === undefined ? undefined : (skillTitle(preview) ?? preview);
}
