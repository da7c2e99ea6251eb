import type { ResourceLimits } from 'node:worker_threads';

/**
 * Limits for the thread that reads sessions. Only a line of hundreds of MB would come close; the
 * limit is set for its effect on V8: below 2 GB, a heap may grow to twice its live size before it
 * is collected, above that to four times (`MaxGrowingFactor` in V8's heap controller). Indexing 1
 * GB and dragging through it peaks at 125 MB with it and at 190 MB without, in the same time.
 */
export const threadLimits: ResourceLimits = { maxOldGenerationSizeMb: 2040 };
