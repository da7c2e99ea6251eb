import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent, type RenderResult } from '@testing-library/preact';
import { FindWidget } from '../../webview/replay/find/FindWidget.tsx';
import { App } from '../../webview/replay/App.tsx';
import { lazyModels } from '../../webview/replay/model/lazyModels.ts';
import { assistantRow, userRow } from '../support/pageSamples.ts';

const rows = [userRow('alpha'), assistantRow('beta alphabet'), userRow('Alpha beta')];

function fieldIn(view: RenderResult): HTMLInputElement {
  return view.getByRole('textbox', { name: 'Find in this session' }) as HTMLInputElement;
}

/** Opened, with its first answer. */
async function opened(query: string) {
  const made = renderInPage(<FindWidget />, { rows });
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
  return {
    ...made,
    answered,
    field: fieldIn(view),
    count: () => view.getByRole('status').textContent,
    refusal: () => view.getByRole('alert').textContent,
  };
}

describe('the find widget', () => {
  it('is not there until it is asked for, and then has the focus and its last words selected', async () => {
    const { page, view } = renderInPage(<App />, { rows });
    await page.replay.start();
    assert.equal(view.queryByRole('search'), null);
    lazyModels(page).find.open('alpha');
    const field = (await view.findByRole('textbox', {
      name: 'Find in this session',
    })) as HTMLInputElement;
    assert.equal(document.activeElement, field);
    assert.deepEqual([field.value, field.selectionStart, field.selectionEnd], ['alpha', 0, 5]);
    lazyModels(page).find.close();
    await settled();
    assert.equal(view.queryByRole('search'), null);
    lazyModels(page).find.open();
    await settled();
    assert.equal(fieldIn(view).value, 'alpha');
  });

  it('steps with Enter and counts matches', async () => {
    const { field, count } = await opened('alpha');
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
    const { field, count, view, answered } = await opened('alpha');
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
    const { field, count, refusal, page, answered } = await opened('alpha');
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
    const { fake, field, count, page, answered } = await opened('alpha');
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

  it('opens with Ctrl+F, is searched on with F3 when closed, and closed with Escape', async () => {
    const { page, view } = renderInPage(<App />, { rows });
    await page.replay.start();
    await settled();
    const press = async (key: string, more: object = {}) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
      await settled();
    };
    await press('f', { ctrlKey: true });
    const field = (await view.findByRole('textbox')) as HTMLInputElement;
    assert.equal(document.activeElement, field);
    fireEvent.input(field, { target: { value: 'beta' } });
    await press('Escape');
    assert.equal(view.queryByRole('search'), null);
    await press('F3');
    assert.equal(lazyModels(page).find.isOpen.value, true);
    assert.equal(lazyModels(page).find.query.value, 'beta');
  });
});
