/*
 * The suites in their order, since most share a window: a suite finds what those before it wrote.
 */
import { isFull } from '../support/full.ts';
import './suites/firstUse.ts';
import './suites/agents.ts';
import './suites/changes.ts';
import './suites/list.ts';
import './suites/share.ts';

if (isFull) {
  await import('./suites/filter.ts');
  await import('./suites/numbers.ts');
  await import('./suites/search.ts');
  await import('./suites/subAgents.ts');
  await import('./suites/whoWrote.ts');
  await import('./suites/writtenByChat.ts');
}

// These have windows of their own.
await import('./suites/otherFolders.ts');
if (isFull) {
  await import('./suites/german.ts');
  await import('./suites/slowDisk.ts');
  await import('./suites/readmePictures.ts');
}
