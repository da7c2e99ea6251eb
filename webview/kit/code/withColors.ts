/* What is loaded with the first code, as one file. */
export { highlight } from './highlight.ts';
export { diffRuns } from './diffRuns.ts';
