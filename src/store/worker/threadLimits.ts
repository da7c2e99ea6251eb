import type { ResourceLimits } from 'node:worker_threads';

/**
 * For the thread that reads sessions. Nothing comes near it but a line of hundreds of MB; it is set
 * for what V8 makes of it: below 2 GB a heap may grow to twice what lives in it before it is cleaned,
 * above to four times (`MaxGrowingFactor` in V8's heap controller). Indexing 1 GB and dragging through
 * it peaks at 125 MB this way, at 190 MB without, in the same time.
 */
export const threadLimits: ResourceLimits = { maxOldGenerationSizeMb: 2040 };
