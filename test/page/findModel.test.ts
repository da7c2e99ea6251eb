import { settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { effect } from '@preact/signals';
import { createFilterModel } from '../../webview/replay/model/filterModel.ts';
import { createLineModel } from '../../webview/replay/model/lineModel.ts';
import { createFindModel, type FindModel } from '../../webview/replay/model/findModel.ts';
import { createViewModel } from '../../webview/replay/model/viewModel.ts';
import { assistantRow, userRow } from '../support/pageSamples.ts';

/** The field's state in short. */
function text({ answer: { value } }: FindModel): string {
  if (value.state !== 'found') {
    return value.state;
  }
  const { total, position, searching, more } = value;
  const all = `${total}${more ? '+' : ''}`;
  return total === 0
    ? searching
      ? 'searching'
      : 'none'
    : position === undefined
      ? all
      : `${position + 1} of ${all}`;
}

describe('find', () => {
  const at = (run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };

  async function open(rows = [userRow('alpha'), assistantRow('beta'), userRow('Alpha beta')]) {
    const made = testPage({ rows });
    const line = createLineModel(made.page.filter, made.page.view);
    const find = createFindModel(made.page.replay, made.page.view, line, at);
    await made.page.replay.start();
    find.open();
    return { ...made, find, line };
  }

  it('goes to the first match and round through all', async () => {
    const { find, page, line } = await open();
    line.setWords('alpha');
    await settled();
    assert.deepEqual([text(find), page.view.revealed.value], ['1 of 2', 0]);
    find.next();
    assert.equal(page.view.current.value, 2);
    find.next();
    assert.equal(text(find), '1 of 2');
    find.previous();
    assert.equal(text(find), '2 of 2');
  });

  it('starts at the current row', async () => {
    const { page, line } = await open();
    page.view.current.value = 1;
    line.setWords('alpha');
    await settled();
    assert.equal(page.view.revealed.value, 2);
  });

  it('marks what the host asked for with a row, and leaves the reader there', async () => {
    const rows = [userRow('alpha'), assistantRow('beta'), userRow('Alpha beta')];
    const made = testPage({ rows });
    await made.page.replay.start();
    const query = { query: 'alpha', matchCase: false, wholeWord: false, regex: false };
    made.fake.showRow(rows[2]!.id, query);
    await settled();
    const line = createLineModel(made.page.filter, made.page.view);
    const find = createFindModel(made.page.replay, made.page.view, line, at);
    await settled();
    assert.deepEqual([line.line.value, find.wanted.value], ['alpha', query]);
    assert.equal(made.page.view.current.value, 2);
    made.fake.showRow(rows[1]!.id, { ...query, query: 'beta', matchCase: true });
    await settled();
    assert.deepEqual(
      [line.line.value, find.options.value.matchCase, made.page.view.current.value],
      ['beta', true, 1],
    );
    find.next();
    assert.equal(made.page.view.current.value, 1);
  });

  it('takes case seriously when asked to', async () => {
    const { find, line } = await open();
    find.toggle('matchCase');
    line.setWords('Alpha');
    await settled();
    assert.equal(text(find), '1 of 1');
  });

  it('looks again when rows were added, without moving the reader', async () => {
    const { find, fake, page, line } = await open();
    line.setWords('beta');
    await settled();
    find.next();
    const { scroll } = page.replay;
    const before = scroll.value;
    fake.append(userRow('beta again'));
    await settled();
    assert.equal(text(find), '2 of 3');
    assert.equal(scroll.value, before);
  });

  it('forgets when it is closed, except for its query', async () => {
    const { find, page, line } = await open();
    line.setWords('alpha');
    await settled();
    find.close();
    assert.deepEqual(
      [find.answer.value, find.current.value, page.view.revealed.value, find.wanted.value],
      [{ state: 'idle' }, undefined, undefined, undefined],
    );
    find.open();
    await settled();
    assert.equal(text(find), '1 of 2');
  });

  it('says nothing was found', async () => {
    const { find, line } = await open();
    line.setWords('gamma');
    await settled();
    assert.equal(text(find), 'none');
  });

  it('goes match by match, also where a row has several', async () => {
    const { find, page, line } = await open([
      userRow('alpha alpha'),
      assistantRow('beta'),
      userRow('Alpha, alpha and alpha'),
    ]);
    line.setWords('alpha');
    await settled();
    const places = [find.current.value];
    const scrolls = [page.replay.scroll.value?.index];
    for (let step = 0; step < 5; step += 1) {
      find.next();
      places.push(find.current.value);
      scrolls.push(page.replay.scroll.value?.index);
    }
    assert.deepEqual(
      places.map((place) => `${place?.row}.${place?.match}`),
      ['0.0', '0.1', '2.0', '2.1', '2.2', '0.0'],
    );
    assert.deepEqual(scrolls, [0, 0, 2, 2, 2, 0]);
    find.previous();
    assert.equal(text(find), '5 of 5');
    find.previous();
    assert.equal(text(find), '4 of 5');
  });

  it('says nothing until there is an answer, and forgets what another question found', async () => {
    const { find, fake, line } = await open();
    let answer: () => void = () => undefined;
    fake.gate = new Promise((resolve) => {
      answer = resolve;
    });
    line.setWords('alpha');
    assert.deepEqual(find.answer.value, { state: 'asked' });
    await settled();
    assert.deepEqual(find.answer.value, { state: 'asked' });
    answer();
    await settled();
    assert.equal(text(find), '1 of 2');
    line.setWords('alpha b');
    assert.deepEqual(find.answer.value, { state: 'asked' });
    await settled();
    assert.equal(text(find), '1 of 1');
  });

  it('goes to the first match while the host still searches, and counts on', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => userRow(at % 2 === 0 ? 'alpha' : 'beta'));
    const { find, fake, page, line } = await open(rows);
    page.view.current.value = 3;
    fake.searchedAtOnce = 2;
    const seen = new Set<string>();
    const stop = effect(() => {
      seen.add(text(find));
    });
    line.setWords('alpha');
    await settled();
    stop();
    assert.deepEqual([...seen], ['idle', 'asked', '1+', '2+', '3', '3 of 3']);
    assert.deepEqual(fake.asked.slice(-3), [
      'find/run alpha',
      'find/run alpha 2',
      'find/run alpha 4',
    ]);
    assert.equal(page.view.current.value, 4);
    line.setWords('beta');
    await settled();
    line.setWords('gamma');
    await settled();
    assert.equal(text(find), 'none');
  });

  it('is open with the same query after a reload, and leaves the reader where they are', async () => {
    const { find, page, host, line } = await open();
    find.toggle('wholeWord');
    line.setWords('beta');
    await settled();
    assert.equal(text(find), '1 of 2');
    assert.deepEqual(page.view.find.value, {
      query: 'beta',
      matchCase: false,
      wholeWord: true,
      regex: false,
    });
    const loaded = createViewModel({
      ...host,
      loadState: () => ({
        version: 1,
        view: 'transcript',
        filter: 'all',
        toggled: [],
        find: page.view.find.value,
      }),
    });
    const reloaded = createLineModel(createFilterModel(page.replay, loaded), loaded);
    const again = createFindModel(page.replay, loaded, reloaded, at);
    page.replay.scroll.value = undefined;
    await settled();
    assert.deepEqual(
      [reloaded.line.value, again.options.value.wholeWord, text(again)],
      ['beta', true, '2'],
    );
    assert.equal(page.replay.scroll.value, undefined);
    reloaded.setWords('x'.repeat(2_000));
    assert.equal(loaded.find.value?.query.length, 1_000, 'what the host reads back');
    reloaded.setWords('beta');
    await settled();
    assert.equal(text(again), '1 of 2');
    again.next();
    assert.equal(text(again), '2 of 2');
  });

  it('says that it failed and not that there is nothing', async () => {
    const { find, page, line } = await open();
    const { request } = page.replay.endpoint;
    page.replay.endpoint.request = () => Promise.reject(new Error('The log is gone.'));
    line.setWords('alpha');
    await settled();
    assert.deepEqual(find.answer.value, { state: 'failed' });
    page.replay.endpoint.request = request;
  });
});
