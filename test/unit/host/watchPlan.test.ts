import assert from 'node:assert/strict';
import { planWatches, rootsToWatch } from '#host/watchPlan.ts';
import { adapters } from '#agents/registry.ts';

describe('what to watch', () => {
  const plan = (roots: readonly string[], ...folders: readonly string[]) =>
    planWatches(roots, (folder) => folders.includes(folder)).map(
      ({ base, pattern, for: what }) => `${what}: ${base} ${pattern}`,
    );

  it('is a root that exists, everything in it, and its name in the folder above', () => {
    assert.deepEqual(plan(['/h/.keen/sessions'], '/h', '/h/.keen', '/h/.keen/sessions'), [
      'logs: /h/.keen/sessions **',
      'roots: /h/.keen sessions',
    ]);
  });

  it('is, for a root that is missing, the next name in the nearest folder there is', () => {
    assert.deepEqual(plan(['/h/.keen/sessions'], '/h', '/h/.keen'), ['roots: /h/.keen sessions']);
    assert.deepEqual(plan(['/h/.keen/sessions'], '/h'), ['roots: /h .keen']);
  });

  it('never asks for a folder that does not exist, for VS Code would poll for it', () => {
    assert.deepEqual(plan(['/h/.keen/sessions']), []);
  });

  it('watches a root with a star from the part before it', () => {
    const root = '/h/.keen-agent/*/sessions';
    assert.deepEqual(plan([root], '/h', '/h/.keen-agent'), [
      'logs: /h/.keen-agent */sessions/**',
      'roots: /h .keen-agent',
    ]);
    assert.deepEqual(plan([root], '/h'), ['roots: /h .keen-agent']);
  });

  it('asks once for what two roots share', () => {
    assert.deepEqual(plan(['/h/a/one', '/h/a/two'], '/h'), ['roots: /h a']);
  });

  it('knows drives of Windows', () => {
    assert.deepEqual(plan(['C:/u/.keen/sessions'], 'C:/u'), ['roots: C:/u .keen']);
    assert.deepEqual(plan(['C:/.keen/sessions'], 'C:/'), ['roots: C:/ .keen']);
  });

  it('gets the roots of every agent, with slashes', () => {
    const roots = rootsToWatch(adapters, {
      home: 'C:\\Users\\Ann',
      platform: 'windows',
      variables: {},
    });
    assert.ok(roots.includes('C:/Users/Ann/.keen/sessions'), roots.join());
    assert.ok(roots.every((root) => !root.includes('\\')));
  });
});
