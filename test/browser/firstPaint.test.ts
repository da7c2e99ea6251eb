import assert from 'node:assert/strict';
import { firstScripts } from '../support/firstScripts.ts';

describe('the page before its first paint', () => {
  it('runs no more than 60 KB of script, packed', () => {
    const scripts = firstScripts();
    const bytes = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
    assert.ok(bytes > 10_000, 'The script of the page was not found.');
    assert.ok(bytes <= 60_000, JSON.stringify(scripts));
  });
});
