import assert from 'node:assert/strict';
import { fileReviews, readingPlaces } from '#host/pages/sessionMemory.ts';

describe('what the workspace remembers of sessions', () => {
  const memoryOf = (stored: Record<string, unknown>) => ({
    get: (key: string) => stored[key],
    update: (key: string, value: unknown) => {
      stored[key] = value;
      return Promise.resolve();
    },
  });

  it('is that of the last window, and bounded', async () => {
    const stored = {};
    const places = readingPlaces(memoryOf(stored));
    const anchor = { rowId: '4.1', offset: -12 };
    for (let at = 0; at < 300; at += 1) {
      places.set(`/log/${at}`, { filter: 'all' });
    }
    places.set('/log/7', { filter: 'skim', anchor });
    await places.save();
    const next = readingPlaces(memoryOf(stored));
    assert.deepEqual(next.of('/log/7'), { filter: 'skim', anchor });
    assert.equal(next.of('/log/8'), undefined);
    assert.deepEqual(next.of('/log/299'), { filter: 'all' });
    assert.deepEqual(next.latest(), { filter: 'skim', anchor });
  });

  it('is nothing if something else was stored', () => {
    const places = readingPlaces(memoryOf({ 'replay.places': [['/log', { filter: 3 }]] }));
    assert.equal(places.of('/log'), undefined);
    const reviews = fileReviews(memoryOf({ 'replay.reviews': [['/log', { sort: 'color' }]] }));
    assert.equal(reviews.latest(), undefined);
  });
});
