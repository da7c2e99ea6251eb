import { renderInPage, settled, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import type { Row } from '#core/replay/row.ts';
import { longText, pageLimits } from '#core/text/longText.ts';
import { formatAmount } from '#base/format.ts';
import { formatCount } from '#base/l10n.ts';
import { loadPlaces } from '../../webview/surface/placeFinder.ts';
import { loadHighlighter } from '../../webview/code/highlighter.ts';
import { TranscriptRow } from '../../webview/page/TranscriptRow.tsx';
import {
  assistantRow,
  compactionRow,
  diffRow,
  errorRow,
  interruptionRow,
  long,
  noticeRow,
  problemRow,
  shellRow,
  thinkingRow,
  toolRow,
  unknownRow,
  userRow,
} from '../support/pageSamples.ts';

function draw(row: Row): Rendered & { readonly text: () => string } {
  const rendered = renderInPage(<TranscriptRow row={row} speaker={undefined} />);
  return { ...rendered, text: () => rendered.view.container.textContent };
}

async function press(rendered: Rendered, name: RegExp | string): Promise<void> {
  fireEvent.click(rendered.view.getByRole('button', { name }));
  await settled();
}

describe('rows', () => {
  before(loadPlaces);
  before(() => import('../../webview/page/afterPaint.ts'));

  it('draws what the user wrote, line by line', () => {
    const { view, text } = draw(userRow('Fix **this**\nand that'));
    assert.match(text(), /^YouFix thisand that/);
    assert.equal(view.container.querySelectorAll('br').length, 1);
    assert.equal(view.container.querySelector('strong')?.textContent, 'this');
  });

  it('names the agent where it starts to speak', () => {
    const { view } = renderInPage(
      <TranscriptRow row={assistantRow('Done.')} speaker="Keen Code" />,
    );
    assert.match(view.container.textContent, /^Keen CodeDone\./);
  });

  it('folds thinking to one line', async () => {
    const row = draw(thinkingRow('First **this**.\n\nThen that.'));
    assert.match(row.text(), /^ThinkingFirst this\. Then that\./);
    assert.equal(row.view.container.querySelector('p'), null);
    await press(row, /Thinking/);
    assert.equal(row.view.container.querySelectorAll('p').length, 2);
    assert.equal(
      row.view.getByRole('button', { name: 'Thinking' }).getAttribute('aria-expanded'),
      'true',
    );
  });

  it('shows a call as one line that opens to input and output', async () => {
    const row = draw(
      toolRow('read_file', {
        title: 'a.go',
        input: long('{"path":"a.go"}'),
        output: long('package a'),
      }),
    );
    assert.match(row.text(), /^read_filea\.go12 ms/);
    assert.doesNotMatch(row.text(), /package a/);
    await press(row, /read_file/);
    assert.match(row.text(), /Input\{"path":"a\.go"\}.*Outputpackage a/);
  });

  it('says how a call failed, and that one has no result', async () => {
    const failed = draw(toolRow('read_file', { state: 'failed', error: 'no such file' }));
    assert.match(failed.text(), /Failed12 ms/);
    await press(failed, /read_file/);
    assert.match(failed.text(), /Errorno such file/);

    const open = draw(toolRow('search', { state: 'unfinished', durationNs: undefined }));
    assert.match(open.text(), /No result/);
    await press(open, /search/);
    assert.match(open.text(), /The log has no result for this call\./);
  });

  it('shows a shell run with prompt, colours, state and duration', () => {
    const { view, text } = draw(
      shellRow('go test', {
        summary: 'Run the tests',
        state: 'failed',
        exitCode: 1,
        output: long('\u001b[31mFAIL\u001b[0m a\n\u001b[38;2;1;2;3mrgb\u001b[0m'),
      }),
    );
    assert.match(text(), /Run the tests\$ go test.*Exit 11\.4 s.*FAIL a\nrgb/);
    assert.equal(view.container.querySelector('.ansi-fg-1')?.textContent, 'FAIL');
    const coloured = view.getByText('rgb');
    assert.equal(coloured.style.color, '#010203');
  });

  it('folds a long output, shows all of it, and opens what the page does not have', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');
    const row = draw(shellRow('ls', { output: long(lines, { chars: 5_000, lines: 400 }) }));
    assert.match(row.text(), /line 19/);
    assert.doesNotMatch(row.text(), /line 20/);
    await press(row, 'Show the first 100 of 500 lines');
    assert.match(row.text(), /line 99/);
    await press(row, '400 more lines: open in editor');
    assert.deepEqual(row.fake.told, [
      {
        name: 'row/open',
        body: {
          rowId: row.page.view.toggled.value.values().next().value?.split('/')[0],
          part: 'output',
        },
      },
    ]);
    await press(row, 'Show less');
    assert.doesNotMatch(row.text(), /line 20/);
  });

  it('promises no more of a long output than it shows', async () => {
    const whole = `${'wide '.repeat(16)}\n`.repeat(20_000);
    const output = longText(whole, pageLimits);
    const row = draw(shellRow('make', { output }));
    const here = output.text.split('\n').length;
    await press(row, `Show the first ${formatCount(here)} of ${formatCount(20_000)} lines`);
    const shown = row.view.container.querySelector('.long-text pre')?.textContent ?? '';
    assert.equal(shown.split('\n').length, here);
    row.view.getByRole('button', {
      name: `${formatCount(20_000 - here)} more lines: open in editor`,
    });

    const short = draw(shellRow('make', { output: longText('one\n'.repeat(30), pageLimits) }));
    await press(short, 'Show all (30 lines, 120 characters)');

    const wide = draw(shellRow('make', { output: longText('x'.repeat(1_000_000), pageLimits) }));
    await press(
      wide,
      `Show the first ${formatAmount(32_768)} of ${formatAmount(1_000_000)} characters`,
    );
    wide.view.getByRole('button', { name: / more characters: open in editor$/ });
  });

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

  it('colours the lines of a diff and marks changed words, in a later turn', async () => {
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

  it('marks a compaction and keeps its summary folded', async () => {
    const row = draw(compactionRow('## So far\n\n- done'));
    assert.match(row.text(), /^Context compacted automatically/);
    assert.doesNotMatch(row.text(), /So far/);
    await press(row, /Context compacted/);
    assert.match(row.text(), /only through this summary.*So far.*done.*Compacted 41 messages/);
  });

  it('shows interruptions, errors and notices as such', () => {
    assert.match(draw(interruptionRow()).text(), /^Interrupted/);
    assert.match(draw(errorRow('The model failed.')).text(), /^The model failed\./);
    assert.match(draw(noticeRow('Model changed.')).text(), /^Model changed\./);
  });

  it('shows a record of an unknown kind with its name and, opened, as it is', async () => {
    const row = draw(unknownRow('checkpoint', { files: 2 }));
    assert.match(row.text(), /^Unknown recordcheckpoint/);
    await press(row, /Unknown record/);
    assert.match(row.text(), /"files": 2/);
  });

  it('shows a problem with a way to its line', async () => {
    const problem = problemRow('The line is not JSON.', '{"a":');
    const row = draw(problem);
    assert.match(row.text(), /^The line is not JSON\. Open Line [\d,]+\{"a":/);
    await press(row, /^Open Line/);
    assert.deepEqual(row.fake.told, [{ name: 'line/open', body: { line: problem.source.line } }]);
  });

  it('copies a row and opens its raw line from the toolbar', async () => {
    const answer = assistantRow('Some *text*.');
    const row = draw(answer);
    await press(row, 'Copy Text');
    const button = row.view.getByRole('button', { name: 'Copy Text' });
    assert.equal(button.title, 'Copied');
    assert.ok(button.querySelector('.icon-check'));
    await press(row, /^Open Raw Line/);
    assert.deepEqual(row.fake.told, [
      { name: 'clipboard/write', body: { text: 'Some *text*.' } },
      { name: 'line/open', body: { line: answer.source.line } },
    ]);
  });

  it('says when a row cannot be drawn, reports it, and offers the raw line', async () => {
    const broken = { ...userRow('x'), text: undefined } as unknown as Row;
    const row = draw(broken);
    await settled();
    assert.match(row.text(), /This row could not be displayed\. Open Line/);
    assert.equal(row.fake.told[0]?.name, 'log/error');
  });

  it('remembers opened parts by row', async () => {
    const tool = toolRow('read_file');
    const row = draw(tool);
    await press(row, /read_file/);
    assert.deepEqual([...row.page.view.toggled.value], [tool.id]);
    await press(row, /read_file/);
    assert.deepEqual([...row.page.view.toggled.value], []);
  });
});
