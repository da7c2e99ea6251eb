import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { App } from '../../webview/replay/App.tsx';
import { lazyModels } from '../../webview/replay/model/lazyModels.ts';
import { Toolbar } from '../../webview/replay/Toolbar.tsx';
import { createLineModel } from '../../webview/replay/model/lineModel.ts';
import { createFilterModel } from '../../webview/replay/model/filterModel.ts';
import { createViewModel } from '../../webview/replay/model/viewModel.ts';
import { assistantRow, diffRow, shellRow, toolRow, userRow } from '../support/pageSamples.ts';

const rows = [
  userRow('Go'),
  assistantRow('Well'),
  toolRow('grep', {}),
  toolRow('grep', {}),
  toolRow('read_file', {}),
  shellRow('make', { exitCode: 2, state: 'failed' }),
  diffRow('a.go', '+x'),
];

async function opened() {
  const made = renderInPage(<Toolbar />, { rows });
  await made.page.replay.start();
  await settled();
  const { view, page } = made;
  const field = (await view.findByRole('combobox', {
    name: 'Find or filter rows',
  })) as HTMLInputElement;
  const type = async (text: string) => {
    field.focus();
    fireEvent.input(field, { target: { value: text } });
    await settled();
  };
  const press = async (key: string) => {
    const isTaken = !fireEvent.keyDown(field, { key });
    await settled();
    return isTaken;
  };
  const options = () =>
    view.queryAllByRole('option').flatMap((option) => {
      const [text] = option.querySelectorAll('.filter-proposal-text');
      return text === undefined ? [] : [text.textContent];
    });
  const active = () => {
    const id = field.getAttribute('aria-activedescendant');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  return { ...made, page, field, type, press, options, active };
}

describe('filters in the field for finding', () => {
  it('is completed by keyboard, and the field keeps the focus', async () => {
    const { field, type, press, options, active, page } = await opened();
    await type('to');
    assert.deepEqual(options(), ['tool:']);
    assert.equal(field.getAttribute('aria-expanded'), 'true');
    assert.equal(active(), undefined, 'Enter would filter');
    await press('ArrowDown');
    assert.equal(active(), 'tool:Tool, by name or by what it does');
    await press('Enter');
    assert.equal(field.value, 'tool:');
    assert.deepEqual(options(), ['grep', 'read_file'], 'its values come next');
    await press('ArrowUp');
    assert.equal(active(), 'read_file1 row');
    await press('ArrowDown');
    assert.equal(active(), 'grep2 rows');
    assert.equal(await press('Tab'), true);
    assert.equal(field.value, 'tool:grep');
    assert.deepEqual([options(), field.getAttribute('aria-expanded')], [[], 'false']);
    assert.equal(await press('Tab'), false, 'goes on to the next control');
    await press('Enter');
    assert.equal(page.view.filter.value, 'all tool:grep');
    assert.equal(document.activeElement, field);
  });

  it('closes its suggestions with Escape, and opens them with an arrow', async () => {
    const { type, press, options } = await opened();
    await type('kind:');
    assert.ok(options().length > 3);
    assert.equal(await press('Escape'), true);
    assert.deepEqual(options(), []);
    assert.equal(await press('Escape'), false, 'is the page’s');
    await press('ArrowDown');
    assert.ok(options().length > 3);
  });

  it('shows how many rows it leaves, and what is wrong with it', async () => {
    const { view, type, press, page, field } = await opened();
    const counts = () => view.container.querySelector('.find-count')?.textContent;
    assert.equal(counts(), '');
    await type('kind:tool tool:grep');
    await press('Enter');
    assert.equal(counts(), '2 of 7 rows');
    await type('kind:nonsense');
    await press('Enter');
    assert.equal(view.getByRole('alert').textContent, 'There is no kind of row “nonsense”.');
    assert.equal(field.getAttribute('aria-invalid'), 'true');
    assert.equal(page.view.filter.value, 'all kind:tool tool:grep', 'the last right one');
    fireEvent.click(view.getByRole('button', { name: 'Clear' }));
    await settled();
    assert.deepEqual([field.value, counts(), page.view.filter.value], ['', '', 'all']);
  });

  it('filters by nothing that is still being written', async () => {
    const { type, press, page } = await opened();
    page.filter.setLevel('skim');
    await type('tool:');
    await press('Escape');
    await press('Enter');
    assert.equal(page.view.filter.value, 'skim');
  });

  it('is saved as a view with its level, chosen again, and deleted', async () => {
    const { view, type, press, page, fake, field } = await opened();
    const choose = async (name: string) => {
      fireEvent.click(view.getByRole('button', { name: 'More Actions…' }));
      await settled();
      fireEvent.click(view.getByRole('menuitem', { name }));
      await settled();
    };
    page.filter.setLevel('trouble');
    await type('exit:!0 make');
    await press('Enter');
    await choose('Save Filter as View…');
    assert.deepEqual(fake.views, [{ name: 'View 1', filter: 'trouble exit:!0' }]);
    page.filter.clear();
    await settled();
    assert.deepEqual([page.view.filter.value, field.value], ['all', 'make']);
    const levels = view.getByRole('combobox', { name: 'What is shown' });
    fireEvent.change(levels, { target: { value: 'view:View 1' } });
    await settled();
    assert.deepEqual([page.view.filter.value, field.value], ['trouble exit:!0', 'exit:!0 make']);
    assert.equal(page.replay.rows.total.value, 1);
    await choose('Delete View “View 1”');
    assert.deepEqual([fake.views, view.queryByText('View 1')], [[], null]);
    assert.equal(page.view.filter.value, 'trouble exit:!0', 'the rows stay');
  });

  it('takes filters that were saved when a word was one', async () => {
    const { page, fake, field } = await opened();
    fake.setViews([{ name: 'Failed', filter: 'all -error tool:grep' }]);
    await settled();
    page.filter.choose(page.filter.views.value[0]!);
    await settled();
    assert.deepEqual(
      [page.view.filter.value, field.value, page.filter.view.value?.name],
      ['all -error tool:grep', '-is:error tool:grep', 'Failed'],
    );
  });

  it('filters after a pause in typing, never by a line that is wrong', async () => {
    const { type, page } = await opened();
    const asked = new Promise<void>((resolve) => {
      const stop = page.view.filter.subscribe((filter) => {
        if (filter !== 'all') {
          assert.equal(filter, 'all kind:tool');
          resolve();
          queueMicrotask(() => {
            stop();
          });
        }
      });
    });
    await type('kind:too');
    await type('kind:tool');
    await asked;
  });

  it('is there again after a reload', () => {
    const { page, host } = renderInPage(<Toolbar />, { rows });
    const find = { query: 'tool:x', matchCase: false, wholeWord: false, regex: false };
    const state = {
      version: 1,
      view: 'transcript',
      filter: 'trouble tool:grep',
      toggled: [],
      find,
    };
    const view = createViewModel({ ...host, loadState: () => state });
    const filter = createFilterModel(page.replay, view);
    const { line } = createLineModel(filter, view);
    assert.deepEqual(
      [line.value, filter.level.value, filter.applied.value],
      ['tool:grep "tool:x"', 'trouble', 'tool:grep'],
    );
  });
});

const talk = [userRow('alpha'), assistantRow('beta alphabet'), userRow('Alpha beta')];

/** Searched for, with the first answer. */
async function searched(query: string) {
  const made = renderInPage(<Toolbar />, { rows: talk });
  const { find } = lazyModels(made.page);
  await made.page.replay.start();
  find.open(query);
  const answered = async () => {
    while (find.answer.value.state !== 'found') {
      await settled();
    }
    await settled();
  };
  await answered();
  const { view } = made;
  const field = (await view.findByRole('combobox', {
    name: 'Find or filter rows',
  })) as HTMLInputElement;
  return {
    ...made,
    answered,
    field,
    count: () => view.getByRole('status').textContent,
    refusal: () => view.getByRole('alert').textContent,
  };
}

describe('words in the field for finding', () => {
  it('are selected when it is asked for, without the filters', async () => {
    const { page, field } = await searched('alpha');
    assert.equal(document.activeElement, field);
    assert.deepEqual([field.value, field.selectionStart, field.selectionEnd], ['alpha', 0, 5]);
    const { find } = lazyModels(page);
    page.filter.choose({ filter: 'all kind:user' });
    find.close();
    await settled();
    assert.equal(field.value, 'kind:user');
    find.open();
    await settled();
    assert.deepEqual(
      [field.value, field.selectionStart, field.selectionEnd],
      ['kind:user alpha', 10, 15],
    );
  });

  it('steps with Enter and counts matches', async () => {
    const { field, count } = await searched('alpha');
    assert.equal(count(), '1 of 3');
    fireEvent.keyDown(field, { key: 'Enter' });
    await settled();
    assert.equal(count(), '2 of 3');
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    await settled();
    assert.equal(count(), '3 of 3');
  });

  it('switches its options by key, whatever the key writes', async () => {
    const { field, count, view, answered } = await searched('alpha');
    const pressed = (name: string) =>
      view.getByRole('button', { name }).getAttribute('aria-pressed');
    const press = async (code: string, key: string) => {
      fireEvent.keyDown(field, { code, key, altKey: true });
      await answered();
    };
    await press('KeyC', 'ç');
    assert.deepEqual([pressed('Match Case'), count()], ['true', '1 of 2']);
    await press('KeyW', '∑');
    assert.deepEqual([pressed('Match Whole Word'), count()], ['true', '1 of 1']);
    await press('KeyW', '∑');
    fireEvent.input(field, { target: { value: 'al.h' } });
    await answered();
    assert.equal(count(), 'No results');
    await press('KeyR', '®');
    assert.deepEqual([pressed('Use Regular Expression'), count()], ['true', '1 of 2']);
  });

  it('says what is wrong with a regular expression, and nothing of results', async () => {
    const { field, count, refusal, page, answered } = await searched('alpha');
    lazyModels(page).find.toggle('regex');
    await answered();
    assert.deepEqual([count(), refusal()], ['1 of 3', '']);
    fireEvent.input(field, { target: { value: '(alpha' } });
    await answered();
    assert.deepEqual(
      [count(), refusal(), field.getAttribute('aria-invalid')],
      ['', 'The regular expression is invalid: Unterminated group.', 'true'],
    );
  });

  it('stays neutral until it is sure that there is nothing', async () => {
    const { fake, field, count, page, answered } = await searched('alpha');
    const seen = new Set<string | null>();
    let answer: () => void = () => undefined;
    fake.gate = new Promise((resolve) => {
      answer = resolve;
    });
    fireEvent.input(field, { target: { value: 'gamma' } });
    await settled();
    seen.add(count());
    answer();
    await answered();
    seen.add(count());
    assert.deepEqual([...seen], ['', 'No results']);
    assert.equal(lazyModels(page).find.current.value, undefined);
  });

  it('are asked for with Ctrl+F, removed with Escape, and found again with F3', async () => {
    const { page, view } = renderInPage(<App />, { rows: talk });
    await page.replay.start();
    await settled();
    const press = async (key: string, more: object = {}) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
      await settled();
    };
    await press('f', { ctrlKey: true });
    const field = (await view.findByRole('combobox', {
      name: 'Find or filter rows',
    })) as HTMLInputElement;
    assert.equal(document.activeElement, field);
    fireEvent.input(field, { target: { value: 'kind:user beta' } });
    await settled();
    await press('Escape');
    assert.equal(field.value, 'kind:user');
    await press('F3');
    assert.equal(field.value, 'kind:user beta');
  });
});
