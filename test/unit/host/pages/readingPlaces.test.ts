import assert from 'node:assert/strict';
import { ReadingPlaces } from '#host/pages/readingPlaces.ts';

describe('places of readers', () => {
  const memoryOf = (stored: Record<string, unknown>) => ({
    get: (key: string) => stored[key],
    update: (key: string, value: unknown) => {
      stored[key] = value;
      return Promise.resolve();
    },
  });

  it('are those of the last window, and bounded', async () => {
    const stored = {};
    const places = new ReadingPlaces(memoryOf(stored));
    const anchor = { rowId: '4.1', offset: -12 };
    for (let at = 0; at < 300; at += 1) {
      places.moved(`/log/${at}`, { filter: 'all' });
    }
    places.moved('/log/7', { filter: 'skim', anchor });
    await places.save();
    const next = new ReadingPlaces(memoryOf(stored));
    assert.deepEqual(next.of('/log/7'), { filter: 'skim', anchor });
    assert.equal(next.of('/log/8'), undefined);
    assert.deepEqual(next.of('/log/299'), { filter: 'all' });
  });

  it('are none if something else was stored', () => {
    const places = new ReadingPlaces(memoryOf({ 'replay.places': [['/log', { filter: 3 }]] }));
    assert.equal(places.of('/log'), undefined);
  });
});
