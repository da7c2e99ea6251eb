import assert from 'node:assert/strict';
import { FilterViews } from '#host/pages/filterViews.ts';
import type { FilterView } from '#protocol/pages/page.ts';

describe('views of filters', () => {
  function setUp(stored?: unknown) {
    const memory = new Map<string, unknown>([['replay.filterViews', stored]]);
    const views = new FilterViews(
      {
        get: (key) => memory.get(key),
        update: (key, value) => {
          memory.set(key, structuredClone(value));
          return Promise.resolve();
        },
      },
      (fault) => {
        throw fault;
      },
    );
    const told: (readonly FilterView[])[] = [];
    views.onDidChange((all) => told.push(all));
    return { views, told, memory };
  }

  it('are kept by name, and all replays are told', async () => {
    const { views, told } = setUp();
    assert.deepEqual(views.all(), []);
    await views.save({ name: 'Tests', filter: 'trouble kind:shell' });
    await views.save({ name: 'Files', filter: 'all file:**' });
    await views.save({ name: 'Tests', filter: 'all tool:bash' });
    assert.deepEqual(views.all(), [
      { name: 'Files', filter: 'all file:**' },
      { name: 'Tests', filter: 'all tool:bash' },
    ]);
    await views.delete('Files');
    await views.delete('Nothing');
    assert.deepEqual(views.all(), [{ name: 'Tests', filter: 'all tool:bash' }]);
    assert.deepEqual(
      told.map((all) => all.map(({ name }) => name).join()),
      ['Tests', 'Files,Tests', 'Files,Tests', 'Tests', 'Tests'],
    );
  });

  it('leave out what is not right', () => {
    const view = { name: 'Tests', filter: 'all' };
    assert.deepEqual(setUp([{ name: 'x', filter: 'none' }, view]).views.all(), [view]);
    assert.deepEqual(setUp('nonsense').views.all(), []);
  });
});
