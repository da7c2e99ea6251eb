import { settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { createFindModel } from '../../webview/model/findModel.ts';
import { assistantRow, userRow } from '../support/pageSamples.ts';

describe('find', () => {
  const at = (run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };

  async function open(rows = [userRow('alpha'), assistantRow('beta'), userRow('Alpha beta')]) {
    const made = testPage({ rows });
    made.page.find.dispose();
    const find = createFindModel(made.page.replay, made.page.view, at);
    await made.page.replay.start();
    return { ...made, find };
  }

  it('goes to the first match and round through all', async () => {
    const { find, page } = await open();
    find.query.value = 'alpha';
    await settled();
    assert.deepEqual([find.count.value, find.position.value, find.revealed.value], [2, 0, 0]);
    find.next();
    assert.equal(page.view.current.value, 2);
    find.next();
    assert.equal(find.position.value, 0);
    find.previous();
    assert.equal(find.position.value, 1);
  });

  it('begins at the current row', async () => {
    const { find, page } = await open();
    page.view.current.value = 1;
    find.query.value = 'alpha';
    await settled();
    assert.equal(find.revealed.value, 2);
  });

  it('takes case seriously when asked to', async () => {
    const { find } = await open();
    find.matchCase.value = true;
    find.query.value = 'Alpha';
    await settled();
    assert.equal(find.count.value, 1);
  });

  it('looks again when rows were added, without moving the reader', async () => {
    const { find, fake, page } = await open();
    find.query.value = 'beta';
    await settled();
    find.next();
    const { scroll } = page.replay;
    const before = scroll.value;
    fake.append(userRow('beta again'));
    await settled();
    assert.equal(find.count.value, 3);
    assert.equal(find.position.value, 1);
    assert.equal(scroll.value, before);
  });

  it('forgets when it is cleared', async () => {
    const { find } = await open();
    find.query.value = 'alpha';
    await settled();
    find.clear();
    assert.deepEqual(
      [find.count.value, find.position.value, find.revealed.value],
      [0, -1, undefined],
    );
  });

  it('says nothing was found', async () => {
    const { find } = await open();
    find.query.value = 'gamma';
    await settled();
    assert.deepEqual([find.count.value, find.busy.value], [0, false]);
  });
});
