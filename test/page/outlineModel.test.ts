import { settled, testPage, type TestPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { lazyModels } from '../../webview/replay/model/lazyModels.ts';
import { manyPrompts, storyRows } from '../support/pageStory.ts';
import { compactionRow, toolRow, userRow } from '../support/pageSamples.ts';

async function open(made: TestPage): Promise<TestPage> {
  lazyModels(made.page);
  await made.page.replay.start();
  await settled();
  return made;
}

/** Scrolls the rows so that one is the first on screen. */
async function look({ page }: TestPage, row: number): Promise<void> {
  page.replay.rows.show(row, row + 10);
  await settled();
  page.view.scrolled(row * 40, { first: row, last: row + 10 });
  await settled();
}

const read = ({ fake }: TestPage) => fake.asked.filter((what) => what.startsWith('outline/'));

describe('the outline on the page', () => {
  it('follows the first row on screen', async () => {
    const rows = storyRows();
    const made = await open(testPage({ rows }));
    const { outline } = lazyModels(made.page);
    const pinned = () => outline.pinned.value?.rowId;
    const prompts = rows.flatMap(({ kind }, at) => (kind === 'user' ? [at] : []));
    await look(made, 0);
    assert.equal(outline.active.value, 0);
    assert.equal(pinned(), undefined, 'the prompt itself is on screen');
    await look(made, 1);
    assert.equal(outline.active.value, 0);
    assert.equal(pinned(), rows[0]?.id);
    const last = prompts.at(-1) ?? 0;
    await look(made, last + 2);
    assert.equal(outline.active.value, outline.entries.total.value - 1);
    assert.equal(pinned(), rows[last]?.id);
    await look(made, last);
    assert.equal(pinned(), undefined);
  });

  it('pins the prompt and marks the compaction after it', async () => {
    const rows = [userRow('Go'), toolRow('a'), compactionRow('So far'), toolRow('b')];
    const made = await open(testPage({ rows }));
    await look(made, 3);
    assert.equal(lazyModels(made.page).outline.active.value, 1);
    assert.equal(lazyModels(made.page).outline.pinned.value?.text, 'Go');
  });

  it('knows nothing of rows before the first prompt', async () => {
    const made = await open(testPage({ rows: [toolRow('a'), toolRow('b'), userRow('Go')] }));
    await look(made, 1);
    assert.equal(lazyModels(made.page).outline.active.value, -1);
    assert.equal(lazyModels(made.page).outline.pinned.value, undefined);
  });

  it('reads only what is near in a session of thousands of prompts', async () => {
    const made = await open(testPage({ rows: manyPrompts(3_000) }));
    const { outline } = lazyModels(made.page);
    assert.deepEqual(read(made), ['outline/read 0']);
    await look(made, 4_021);
    assert.equal(outline.active.value, 2_010);
    assert.equal(
      outline.pinned.value?.text,
      'Prompt 2010: a longer one that needs a second line in the outline',
    );
    await look(made, 4_023);
    assert.equal(outline.active.value, 2_011);
    const asked = read(made).slice(1);
    assert.equal(asked.filter((what) => what.startsWith('outline/locate')).length, 1);
    assert.deepEqual(asked.slice(1), ['outline/read 2000'], 'one page is enough');
  });

  it('finds the active entry while the list of the outline shows others', async () => {
    const made = await open(testPage({ rows: manyPrompts(3_000) }));
    const { replay, view } = made.page;
    const { outline } = lazyModels(made.page);
    replay.rows.show(4_021, 4_031);
    await settled();
    view.scrolled(4_021 * 40, { first: 4_021, last: 4_031 });
    for (let step = 0; outline.active.value === undefined && step < 20; step += 1) {
      outline.entries.show(0, 12);
      await Promise.resolve();
    }
    await settled();
    assert.equal(outline.active.value, 2_010);
  });

  it('grows with the session and rereads only what is shown', async () => {
    const rows = manyPrompts(250);
    const made = await open(testPage({ rows: rows.slice(0, 498) }));
    const { outline } = lazyModels(made.page);
    await look(made, 480);
    const before = read(made).length;
    made.fake.append(...rows.slice(498));
    await settled();
    assert.equal(outline.entries.total.value, 250);
    assert.deepEqual(read(made).slice(before), ['outline/read 200']);
  });

  it('starts over with another reader, as the rows do', async () => {
    const made = await open(testPage({ rows: [userRow('Old')] }));
    made.fake.change({ rows: [userRow('New')] }, { replaced: true });
    await settled();
    made.fake.restart({ rows: [userRow('Newest'), userRow('of all')] });
    await settled();
    const { entries } = lazyModels(made.page).outline;
    const [first, second] = [entries.at(0), entries.at(1)];
    assert.deepEqual(
      [first, second].map((entry) => entry?.kind === 'prompt' && entry.text),
      ['Newest', 'of all'],
    );
  });

  it('goes to an entry, also to one that the filter leaves out', async () => {
    const rows = storyRows();
    const made = await open(testPage({ rows }));
    const { replay, view } = made.page;
    const { outline } = lazyModels(made.page);
    const at = rows.findLastIndex(({ kind }) => kind === 'user');
    const entry = outline.entries.at(outline.entries.total.value - 1)!;
    outline.goTo(entry);
    await settled();
    assert.deepEqual(replay.scroll.value, { index: at, align: 'start', focus: true });
    await replay.setFilter('trouble');
    outline.goTo(entry);
    await settled();
    assert.equal(view.filter.value, 'all');
    assert.deepEqual(replay.scroll.value, { index: at, align: 'start', focus: true });
    await replay.setFilter('dialogue');
    outline.goTo(entry);
    await settled();
    assert.equal(view.filter.value, 'dialogue', 'it shows prompts');
    assert.equal(replay.rows.at(view.current.value)?.id, entry.rowId);
  });

  it('is searched in turn, page by page', async () => {
    const made = await open(testPage({ rows: manyPrompts(250) }));
    const { outline } = lazyModels(made.page);
    const { signal } = new AbortController();
    const search = (from: number, text: string) =>
      outline.search(
        from,
        (entry) => entry.kind === 'prompt' && entry.text.startsWith(text),
        signal,
      );
    assert.equal(await search(0, 'Prompt 2'), 2);
    assert.equal(await search(2, 'Prompt 2'), 20);
    assert.equal(await search(249, 'Prompt 2'), 2);
    assert.equal(await search(249, 'Prompt 249'), 249, 'in the end itself');
    assert.equal(await search(30, 'Nothing'), undefined);
  });
});
