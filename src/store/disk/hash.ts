import { createHash } from 'node:crypto';
import type { Hash } from '#agents/contract/machineEnvironment.ts';

/** Names folders as agents do; protects nothing. */
export const hash: Hash = (algorithm, text) => createHash(algorithm).update(text).digest('hex');
