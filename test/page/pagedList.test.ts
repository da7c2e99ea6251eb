import { settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { AbortError } from '#protocol/channel/endpoint.ts';
import { PagedList, pageSize, type ListPage } from '../../webview/replay/model/pagedList.ts';

/** A list of numbers whose answers arrive when the test allows. */
function numbers(total: number) {
  const state = { total, generation: 1 };
  const asked: { start: number; answer: () => void; aborted: () => boolean }[] = [];
  const list = new PagedList<number>({
    read: (start, count, abort) =>
      new Promise<ListPage<number>>((resolve, reject) => {
        abort.addEventListener('abort', () => {
          reject(new AbortError());
        });
        const { generation } = state;
        asked.push({
          start,
          aborted: () => abort.aborted,
          answer: () => {
            const length = Math.max(0, Math.min(count, state.total - start));
            resolve({
              generation,
              total: state.total,
              items: Array.from({ length }, (_, at) => (start + at) * generation),
            });
          },
        });
      }),
    onFault: (fault) => {
      throw fault instanceof Error ? fault : new Error(String(fault));
    },
  });
  const answerAll = async () => {
    for (const one of asked.splice(0)) {
      one.answer();
    }
    await settled();
  };
  return { state, asked, list, answerAll };
}

describe('the paged list', () => {
  it('asks for the pages on screen once, and has their items', async () => {
    const { list, asked, answerAll } = numbers(1_000);
    void list.restart();
    await answerAll();
    list.show(90, 130);
    list.show(91, 131);
    assert.deepEqual(
      asked.map(({ start }) => start),
      [pageSize],
    );
    assert.equal(list.at(130), undefined);
    await answerAll();
    assert.equal(list.at(130), 130);
    assert.equal(list.total.value, 1_000);
  });

  it('aborts what scrolled away before it came', async () => {
    const { list, asked, answerAll } = numbers(10_000);
    void list.restart();
    await answerAll();
    list.show(2_000, 2_020);
    const [passed] = asked;
    list.show(5_000, 5_020);
    assert.equal(passed?.aborted(), true);
    await answerAll();
    assert.equal(list.at(2_000), undefined);
    assert.equal(list.at(5_000), 5_000);
  });

  it('fetches what each of two viewers shows', async () => {
    const { list, asked, answerAll } = numbers(10_000);
    void list.restart();
    await answerAll();
    list.show(2_000, 2_020, 'other');
    const [others] = asked;
    list.show(5_000, 5_020);
    assert.equal(others?.aborted(), false);
    await answerAll();
    assert.equal(list.at(2_000), 2_000);
    assert.equal(list.at(5_000), 5_000);
  });

  it('keeps a bounded number of pages, the ones last looked at', async () => {
    const { list, answerAll } = numbers(100_000);
    void list.restart();
    await answerAll();
    for (let page = 0; page < 40; page += 1) {
      list.show(page * pageSize, page * pageSize + 10);
      await answerAll();
    }
    assert.ok(list.cachedPages <= 12);
    assert.equal(list.at(39 * pageSize), 39 * pageSize);
    assert.equal(list.at(0), undefined);
  });

  it('lets a new total show only when the appended items are here', async () => {
    const { list, state, asked, answerAll } = numbers(150);
    void list.restart(149);
    await answerAll();
    list.show(120, 149);
    state.total = 260;
    const refreshed = list.refresh(260, true);
    await settled();
    assert.equal(list.total.value, 150);
    assert.deepEqual(asked.map(({ start }) => start).sort(), [100, 200]);
    await answerAll();
    await refreshed;
    assert.equal(list.total.value, 260);
    assert.equal(list.at(259), 259);
  });

  it('counts an appended item once, however many refreshes wait for it', async () => {
    const { list, state, answerAll } = numbers(20);
    void list.restart();
    await answerAll();
    const more: Promise<number>[] = [];
    for (const total of [22, 23, 23]) {
      state.total = total;
      more.push(list.refresh(total, false));
    }
    // Each waits for the one before it.
    for (const refresh of more) {
      await settled();
      await answerAll();
      await refresh;
    }
    const counts = await Promise.all(more);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      3,
    );
  });

  it('reads again in place after a replacement, and ignores answers from before it', async () => {
    const { list, state, asked, answerAll } = numbers(300);
    void list.restart();
    await answerAll();
    list.show(100, 110);
    await answerAll();
    list.show(0, 10);
    void list.refresh(300, false);
    await settled();
    const [late] = asked.splice(0);
    state.generation = 2;
    const again = list.refresh(300, false);
    late?.answer();
    await settled();
    await answerAll();
    await again;
    assert.equal(list.at(5), 10);
    assert.equal(list.at(105), undefined, 'pages of the old log are gone');
  });
});
