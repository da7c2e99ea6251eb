import { draw, press } from '../support/drawRow.tsx';
import { settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { formatCount } from '#base/l10n.ts';
import { loadPlaces } from '../../webview/kit/surface/placeFinder.ts';
import { loadHighlighter } from '../../webview/kit/code/highlighter.ts';
import { assistantRow, diffRow, toolRow } from '../support/pageSamples.ts';

describe('rows that name files', () => {
  before(loadPlaces);

  it('shows a diff with both line numbers and signs, and opens it', async () => {
    const diff = diffRow('a.go', '@@ -7,2 +7,3 @@ func f\n a\n-b\n+c\n+d');
    const row = draw(diff);
    const cells = [...row.view.container.querySelectorAll('tbody tr')].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join('|'),
    );
    assert.deepEqual(cells, ['|||@@ -7,2 +7,3 @@ func f', '7|7| |a', '8||-|b', '|8|+|c', '|9|+|d']);
    assert.match(row.text(), /a\.go\+2−1/);
    await press(row, 'Open Diff');
    assert.deepEqual(row.fake.told, [{ name: 'diff/open', body: { rowId: diff.id } }]);
  });

  it('shows both sides of a diff beside each other, where there is room and if wished', async () => {
    const row = draw(diffRow('a.go', '@@ -7,2 +7,3 @@ func f\n a\n-b\n+c\n+d'));
    assert.equal(row.view.queryByRole('button', { name: 'Show Diffs Side by Side' }), null);
    row.page.view.isWide.value = true;
    await settled();
    await press(row, 'Show Diffs Side by Side');
    const cells = [...row.view.container.querySelectorAll('tbody tr')].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join('|'),
    );
    assert.deepEqual(cells, ['@@ -7,2 +7,3 @@ func f', '7| |a|7| |a', '8|-|b|8|+|c', '|9|+|d']);
    row.page.view.isWide.value = false;
    await settled();
    assert.equal(row.view.container.querySelector('.diff-split'), null);
    row.page.view.isWide.value = true;
    await settled();
    await press(row, 'Show Diffs Inline');
    assert.equal(row.view.container.querySelector('.diff-split'), null);
  });

  it('colors the lines of a diff and marks changed words, in a later turn', async () => {
    const row = draw(diffRow('a.ts', '-const a = 1;\n+const a = 2;'));
    await loadHighlighter();
    await settled();
    const marked = [...row.view.container.querySelectorAll('.diff-word')];
    assert.deepEqual(
      marked.map(({ className, textContent }) => `${textContent} ${className}`),
      ['1 hljs-number diff-word', '2 hljs-number diff-word'],
    );
    assert.match(row.text(), /const a = 1;.*const a = 2;/);
  });

  it('opens the file of a diff at its first change, and says whether the edit is still there', async () => {
    const diff = diffRow('src/a.go', '@@ -7,2 +7,3 @@\n a\n+b');
    const row = draw(diff);
    await settled();
    assert.deepEqual(row.fake.checked, [diff.id]);
    assert.match(row.text(), /a\.go\+1−0Still in File/);
    fireEvent.click(row.view.getByRole('link', { name: 'src/a.go' }));
    await settled();
    assert.deepEqual(row.fake.told, [{ name: 'file/open', body: { path: 'src/a.go', line: 8 } }]);
    window.dispatchEvent(new FocusEvent('focus'));
    await settled();
    assert.deepEqual(row.fake.checked, [diff.id, diff.id], 'compared again');
  });

  it('links the file in a call’s title beside the button that opens the call', async () => {
    const row = draw(toolRow('read_file', { title: '/home/ada/main.go' }));
    const link = row.view.getByRole('link', { name: '/home/ada/main.go' });
    assert.equal(link.closest('button'), null);
    fireEvent.click(link);
    await settled();
    assert.deepEqual(row.fake.told, [{ name: 'file/open', body: { path: '/home/ada/main.go' } }]);
    await press(row, /read_file/);
    assert.match(row.text(), /Input/);
  });

  it('links files in messages and their code, but nothing in links twice', async () => {
    const row = draw(
      assistantRow(
        'See `src/a.ts:12:5`, b.ts:3, [the test](c.test.ts#L4) and [d.ts](https://x.org).',
      ),
    );
    const links = [...row.view.container.querySelectorAll('a.file-link')];
    for (const link of links) {
      fireEvent.click(link);
    }
    await settled();
    assert.deepEqual(
      row.fake.told.map(({ body }) => body),
      [
        { path: 'src/a.ts', line: 12, column: 5 },
        { path: 'b.ts', line: 3 },
        { path: 'c.test.ts', line: 4 },
      ],
    );
    assert.equal(row.view.container.querySelectorAll('a a').length, 0);
  });

  it('folds a long diff and says how much is not here', async () => {
    const many = diffRow('a.go', Array.from({ length: 60 }, (_, at) => `+${at}x`).join('\n'));
    const row = draw({ ...many, total: 1_060 });
    assert.doesNotMatch(row.text(), /59x/);
    assert.match(row.text(), /1\D?000 more lines: open diff/);
    await press(row, `Show the first 60 of ${formatCount(1_060)} lines`);
    assert.match(row.text(), /59x/);
  });
});
