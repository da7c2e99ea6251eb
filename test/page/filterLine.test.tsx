import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { Toolbar } from '../../webview/replay/Toolbar.tsx';
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
  const field = (await view.findByRole('combobox', { name: 'Row filter' })) as HTMLInputElement;
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

describe('the filter line', () => {
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
    const counts = () => view.container.querySelector('.filter-count')?.textContent;
    assert.equal(counts(), '');
    await type('kind:tool tool:grep');
    await press('Enter');
    assert.equal(counts(), '2 of 7');
    await type('nonsense');
    await press('Enter');
    assert.equal(
      view.getByRole('alert').textContent,
      'There is no filter “nonsense”. Available filters: kind, tool, file, exit, is, larger-than, after, before, error.',
    );
    assert.equal(field.getAttribute('aria-invalid'), 'true');
    assert.equal(page.view.filter.value, 'all kind:tool tool:grep', 'the last right one');
    fireEvent.click(view.getByRole('button', { name: 'Clear' }));
    await settled();
    assert.deepEqual([field.value, counts(), page.view.filter.value], ['', '', 'all']);
  });

  it('is saved as a view with its level, chosen again, and deleted', async () => {
    const { view, type, press, page, fake, field } = await opened();
    page.filter.setLevel('trouble');
    await type('exit:!0');
    await press('Enter');
    fireEvent.click(view.getByRole('button', { name: 'Save Filter as View…' }));
    await settled();
    assert.deepEqual(fake.views, [{ name: 'View 1', filter: 'trouble exit:!0' }]);
    page.filter.clear();
    await settled();
    assert.equal(page.view.filter.value, 'all');
    const dropdown = view.container.querySelector('vscode-dropdown')!;
    assert.ok(view.getByText('View 1'));
    Object.assign(dropdown, { value: 'view:View 1' });
    fireEvent(dropdown, new Event('change'));
    await settled();
    assert.deepEqual([page.view.filter.value, field.value], ['trouble exit:!0', 'exit:!0']);
    assert.equal(page.replay.rows.total.value, 1);
    fireEvent.click(view.getByRole('button', { name: 'Delete View “View 1”' }));
    await settled();
    assert.deepEqual([fake.views, view.queryByText('View 1')], [[], null]);
    assert.equal(page.view.filter.value, 'trouble exit:!0', 'the rows stay');
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
    const state = { version: 1, view: 'transcript', filter: 'trouble tool:grep', toggled: [] };
    const view = createViewModel({ ...host, loadState: () => state });
    const filter = createFilterModel(page.replay, view);
    assert.deepEqual(
      [filter.line.value, filter.level.value, filter.applied.value],
      ['tool:grep', 'trouble', 'tool:grep'],
    );
  });
});
