import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { ids, listing, session, setUpCatalog as setUp } from './catalogSetUp.ts';

describe('SessionCatalog', () => {
  it('is scanning until the first scan ends, then ready', async () => {
    const { catalog, answer } = setUp();
    assert.equal(catalog.state, 'scanning');
    const scan = catalog.refresh();
    answer([listing('/p', session('a', 1))]);
    await scan;
    assert.equal(catalog.state, 'ready');
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('shows sessions with the user’s marks, and with new ones without a scan', async () => {
    let titles = new Map([['a', 'Mine']]);
    let tell: (value: undefined) => unknown = () => undefined;
    const marks = {
      ready: () => Promise.resolve(),
      version: 1,
      overlay: (found: SessionSummary) => {
        const title = titles.get(found.id);
        return title === undefined ? found : { ...found, name: title };
      },
      onDidChange: (listener: (value: undefined) => unknown) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    };
    const { catalog, asked, answer } = setUp(['/p'], undefined, marks);
    const names = () => catalog.all().map(({ name }) => name);
    const scan = catalog.refresh();
    answer([listing('/p', session('a', 2), session('b', 1))]);
    await scan;
    assert.deepEqual(names(), ['Mine', undefined]);
    titles = new Map([['b', 'Other']]);
    marks.version += 1;
    const changed = new Promise((resolve) => catalog.onDidChange(resolve));
    tell(undefined);
    await changed;
    assert.deepEqual(names(), [undefined, 'Other']);
    assert.deepEqual(
      catalog.listings[0]?.sessions.map(({ name }) => name),
      names(),
    );
    assert.equal(asked.length, 1);
  });

  it('has one scan at a time and one after it for all who asked meanwhile', async () => {
    const { catalog, asked, answer } = setUp();
    const first = catalog.refresh();
    const second = catalog.refresh();
    const third = catalog.refresh();
    assert.equal(asked.length, 1);
    answer([]);
    await first;
    await Promise.resolve();
    assert.equal(asked.length, 2);
    answer([listing('/p', session('a', 1))]);
    await Promise.all([second, third]);
    assert.equal(asked.length, 2);
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('scans again if asked to while reporting a scan', async () => {
    const { catalog, asked, answer } = setUp();
    let again: Promise<unknown> | undefined;
    catalog.onDidChange(() => {
      again ??= catalog.refresh();
    });
    const first = catalog.refresh();
    answer([]);
    await first;
    await Promise.resolve();
    assert.equal(asked.length, 2);
    answer([]);
    await again;
  });

  it('keeps the last good list when a scan fails, and says why it failed', async () => {
    const { catalog, answer, fail } = setUp();
    let changes = 0;
    catalog.onDidChange(() => {
      changes += 1;
    });
    const first = catalog.refresh();
    answer([listing('/p', session('a', 1))]);
    await first;
    const second = catalog.refresh();
    fail(new Error('The disk is gone.'));
    await second;
    assert.equal(catalog.state, 'failed');
    assert.equal(catalog.failure, 'The disk is gone.');
    assert.deepEqual(ids(catalog.all()), ['a']);
    assert.equal(changes, 2);
  });

  it('gives all sessions once, newest first over all folders', async () => {
    const { catalog, answer } = setUp();
    const scan = catalog.refresh();
    const shared = session('b', 5);
    answer([listing('/p', shared, session('a', 1)), listing('/q', session('c', 9), shared)]);
    await scan;
    assert.deepEqual(ids(catalog.all()), ['c', 'b', 'a']);
    assert.equal(catalog.find('/store/a.jsonl')?.id, 'a');
  });

  it('gives up a scan that is of no use any more, and starts anew at once', async () => {
    const { catalog, asked, answer } = setUp();
    let changes = 0;
    catalog.onDidChange(() => {
      changes += 1;
    });
    const first = catalog.refresh();
    const ready = catalog.ready();
    catalog.restart();
    assert.equal(asked[0]?.signal.aborted, true);
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(asked.length, 2);
    assert.deepEqual([catalog.state, changes], ['scanning', 0]);
    answer([listing('/p', session('a', 1))]);
    await Promise.all([first, ready]);
    assert.deepEqual([catalog.state, changes], ['ready', 1]);
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('starts a scan when it is to start anew and none runs', async () => {
    const { catalog, asked, answer } = setUp();
    catalog.follow();
    answer([]);
    await catalog.ready();
    catalog.restart();
    assert.equal(asked.length, 2);
    answer([listing('/p', session('a', 1))]);
    await catalog.ready();
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('does not scan until followed or asked, however much changes', async () => {
    const { catalog, asked, answer } = setUp();
    catalog.outdate();
    catalog.restart();
    assert.equal(asked.length, 0);
    const ready = catalog.ready();
    assert.equal(asked.length, 1);
    answer([]);
    await ready;
    await catalog.ready();
    catalog.outdate();
    assert.equal(asked.length, 1, 'Nobody follows it.');
    const following = catalog.follow();
    assert.equal(asked.length, 2, 'What changed before is looked at.');
    answer([]);
    await catalog.ready();
    catalog.follow().dispose();
    assert.equal(asked.length, 2, 'Nothing changed.');
    catalog.outdate();
    assert.equal(asked.length, 3);
    answer([]);
    await catalog.ready();
    following.dispose();
    following.dispose();
    catalog.outdate();
    assert.equal(asked.length, 3, 'Nobody follows it any more.');
    const again = catalog.ready();
    assert.equal(asked.length, 4);
    answer([]);
    await again;
  });

  it('keeps the previous list when stopped, until asked again', async () => {
    const { catalog, asked, answer } = setUp();
    let changes = 0;
    catalog.onDidChange(() => {
      changes += 1;
    });
    catalog.stop();
    assert.equal(catalog.wasStopped, false, 'Nothing ran.');
    catalog.follow();
    const first = catalog.ready();
    catalog.stop();
    await first;
    assert.deepEqual([catalog.state, catalog.wasStopped, changes], ['stopped', true, 1]);
    catalog.outdate();
    catalog.follow();
    assert.equal(asked.length, 1, 'A change alone does not begin it again.');

    const second = catalog.refresh();
    assert.equal(catalog.wasStopped, false);
    answer([listing('/p', session('a', 1))]);
    await second;
    const third = catalog.refresh();
    catalog.stop();
    await third;
    assert.deepEqual([catalog.state, catalog.wasStopped], ['ready', true]);
    assert.deepEqual(ids(catalog.all()), ['a']);
    const fourth = catalog.ready();
    assert.equal(asked.length, 4, 'What was not looked at is looked at for a command.');
    answer([]);
    await fourth;
  });

  it('gives up its scan when it is disposed', async () => {
    const { catalog, asked } = setUp();
    const scan = catalog.refresh();
    catalog.dispose();
    await scan;
    assert.equal(asked[0]?.signal.aborted, true);
  });

  it('does not ask the worker without a folder', async () => {
    const { catalog, asked } = setUp([]);
    await catalog.refresh();
    assert.equal(asked.length, 0);
    assert.equal(catalog.state, 'ready');
  });

  it('looks for sessions when the first folder comes into a window without one', async () => {
    const folders: string[] = [];
    const { catalog, asked, answer } = setUp(folders);
    const following = catalog.follow();
    await catalog.ready();
    folders.push('/p');
    catalog.restart();
    assert.equal(asked.length, 1);
    answer([listing('/p', session('a', 1))]);
    await catalog.ready();
    assert.deepEqual(ids(catalog.all()), ['a']);
    following.dispose();
  });
});
