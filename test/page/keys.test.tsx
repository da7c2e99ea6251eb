import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { App } from '../../webview/replay/App.tsx';
import { KeysDialog } from '../../webview/replay/panels/KeysDialog.tsx';
import { pageKeys } from '../../webview/replay/panels/pageKeys.ts';
import { listKeys } from '../../webview/replay/virtual/listKeys.ts';
import { keyGroups } from '../../webview/replay/panels/keyTable.ts';
import { eventually } from '../support/eventually.ts';
import { diffRow, shellRow, toolRow, userRow } from '../support/pageSamples.ts';

describe('the list of keys', () => {
  it('has every key of the page, each once in its group', () => {
    for (const { title, lines } of keyGroups()) {
      const keys = lines.flatMap((line) => line.keys);
      assert.equal(new Set(keys).size, keys.length, title);
      assert.ok(
        lines.every((line) => line.keys.length > 0 && line.label !== ''),
        title,
      );
    }
    const listed = keyGroups().flatMap(({ lines }) => lines.flatMap(({ keys }) => keys));
    const own = Object.keys(listKeys).length + Object.keys(pageKeys).length;
    assert.ok(listed.length >= own, `${listed.length} of ${own} keys are listed`);
  });

  it('writes keys as people do', () => {
    const listed = keyGroups().flatMap(({ lines }) => lines.flatMap(({ keys }) => keys));
    for (const key of [
      'Ctrl+F',
      'Shift+F3',
      'Shift+F',
      'J',
      '↓',
      'Page Down',
      'Space',
      '?',
      'Esc',
    ]) {
      assert.ok(listed.includes(key), `${key} is not among ${listed.join(' ')}`);
    }
  });

  it('goes to the next failure and the next change, and chooses a level', async () => {
    const rows = [
      userRow('Go'),
      toolRow('grep'),
      shellRow('npm test', { state: 'failed', exitCode: 1 }),
      diffRow('a.ts', '@@ -1 +1 @@\n-a\n+b'),
    ];
    const { page } = renderInPage(<App />, { rows });
    await page.replay.start();
    await settled();
    const currentAfter = async (key: string, expected: number) => {
      fireEvent.keyDown(document.body, { key });
      await eventually(() => assert.equal(page.view.current.value, expected));
    };
    await currentAfter('n', 2);
    await currentAfter('d', 3);
    await currentAfter('N', 2);
    fireEvent.keyDown(document.body, { key: '5' });
    await eventually(() => assert.equal(page.view.filter.value, 'trouble'));
  });

  it('is a dialog that Escape closes', async () => {
    const { view, page } = renderInPage(<KeysDialog />);
    page.panels.open.value = 'keys';
    const dialog = view.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    assert.ok(dialog.hasAttribute('open'));
    fireEvent.click(view.getByRole('button', { name: 'Close' }));
    await settled();
    assert.equal(page.panels.open.value, undefined);
  });

  it('is opened by its key, and then no other key reaches the page', async () => {
    const { page } = renderInPage(<App />, { rows: [toolRow('grep')] });
    await page.replay.start();
    await settled();
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    assert.equal(page.panels.open.value, 'keys');
    fireEvent.keyDown(document.body, { key: 'e' });
    assert.equal(page.view.folding.value, undefined);
    page.panels.open.value = undefined;
    fireEvent.keyDown(document.body, { key: 'O', shiftKey: true });
    assert.equal(page.view.outline.value, false);
    fireEvent.keyDown(document.body, { key: 'e', altKey: true });
    fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true });
    assert.equal(page.view.folding.value, undefined);
  });
});
