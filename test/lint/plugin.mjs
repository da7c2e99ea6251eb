import { noSpreadCalls } from './spreadCalls.mjs';
import { plainComments, plainNames } from './words.mjs';

/** @type {{ readonly meta: { readonly name: string }, readonly rules: Record<string, unknown> }} */
const plugin = {
  meta: { name: 'session-browser' },
  rules: {
    'no-spread-calls': noSpreadCalls,
    'plain-comments': plainComments,
    'plain-names': plainNames,
  },
};
export default plugin;
