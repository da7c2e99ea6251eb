import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { PageSession } from '../support/pageHost.ts';
import { shownMessage } from '#core/conversation/shownMessage.ts';
import type { Problem } from '#core/problem.ts';
import { App } from '../../webview/page/App.tsx';
import { MessageRow } from '../../webview/page/MessageRow.tsx';
import { demoMessages, demoRows } from '../support/pageRows.ts';
import { userRow } from '../support/pageSamples.ts';

async function open(session: PageSession) {
  const rendered = renderInPage(<App />, session);
  await act(async () => {
    await rendered.page.replay.start();
    await settled();
  });
  return { ...rendered, text: () => rendered.view.container.textContent };
}

const problem: Problem = {
  code: 'badJson',
  severity: 'lost',
  source: { line: 12, offset: 90, length: 4 },
  message: 'The line is not valid JSON.',
  excerpt: '{"a":',
};

describe('the header', () => {
  it('says what the session was', async () => {
    const { view, text } = await open({ rows: demoRows() });
    assert.match(view.getByRole('heading', { level: 1 }).textContent, /^The importer drops/);
    assert.match(text(), /Keen Code/);
    assert.match(text(), /~\/src\/ledger/);
    assert.ok(view.getByTitle('/home/ada/src/ledger'));
    assert.match(text(), /6 messages, 5 tool calls, 3 shell commands, 1 diff, 1 compaction/);
    assert.equal(view.container.querySelectorAll('time').length, 2);
  });

  it('offers the actions that are allowed and runs them', async () => {
    const { view, fake } = await open({
      rows: [userRow('x')],
      header: { actions: ['resumeInTerminal', 'openRawLog'], sessionId: '0199a7c2' },
    });
    const buttons = [...view.container.querySelectorAll('.actions vscode-button')];
    assert.deepEqual(
      buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
      ['Resume in Terminal', 'Open Raw Log', 'Copy Session ID'],
    );
    for (const button of buttons) {
      fireEvent.click(button);
    }
    await settled();
    assert.deepEqual(
      fake.told.filter(({ name }) => name === 'action/run').map(({ body }) => body),
      [{ action: 'resumeInTerminal' }, { action: 'openRawLog' }],
    );
    assert.deepEqual(
      fake.told.filter(({ name }) => name === 'clipboard/write').map(({ body }) => body),
      [{ text: '0199a7c2' }],
    );
  });

  it('has all but the first action in a menu too, for where there is little room', async () => {
    const { view, fake } = await open({ rows: [userRow('x')] });
    const opener = view.getByRole('button', { name: 'More Actions…' });
    const focused = () => document.activeElement?.textContent;
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    };
    const openMenu = async () => {
      fireEvent.click(opener);
      await settled();
    };
    await openMenu();
    assert.equal(opener.getAttribute('aria-expanded'), 'true');
    const labels = view.getAllByRole('menuitem').map(({ textContent }) => textContent);
    assert.deepEqual(labels, [
      'Resume in Terminal',
      'Fork Session',
      'Export…',
      'Open Raw Log',
      'Copy Session ID',
    ]);
    assert.equal(focused(), 'Resume in Terminal');
    press('ArrowUp');
    assert.equal(focused(), 'Copy Session ID');
    press('ArrowDown');
    press('ArrowDown');
    assert.equal(focused(), 'Fork Session');
    press('Escape');
    await settled();
    assert.equal(view.queryByRole('menu'), null);
    assert.equal(document.activeElement, opener);
    await openMenu();
    fireEvent.click(view.getByRole('menuitem', { name: 'Fork Session' }));
    await settled();
    assert.equal(view.queryByRole('menu'), null);
    assert.deepEqual(fake.told, [{ name: 'action/run', body: { action: 'fork' } }]);
    await openMenu();
    fireEvent.focusOut(view.getByRole('menuitem', { name: 'Export…' }), {
      relatedTarget: document.body,
    });
    await settled();
    assert.equal(view.queryByRole('menu'), null, 'it closes when the focus goes elsewhere');
  });

  it('says that the session id was copied', async () => {
    const { view } = await open({ rows: [userRow('x')] });
    const button = view.container.querySelector('[aria-label="Copy Session ID"]')!;
    fireEvent.click(button);
    await settled();
    assert.ok(button.querySelector('.icon-check'));
    assert.ok(view.getAllByRole('status').some(({ textContent }) => textContent === 'Copied'));
  });

  it('copies no control characters of an id', async () => {
    const header = { sessionId: '0199\nrm -rf ~\r' };
    const { view, fake } = await open({ rows: [userRow('x')], header });
    fireEvent.click(view.container.querySelector('[aria-label="Copy Session ID"]')!);
    await settled();
    const copied = fake.told.find(({ name }) => name === 'clipboard/write');
    assert.deepEqual(copied?.body, { text: '0199rm -rf ~' });
  });

  it('lists problems and opens their lines', async () => {
    const odd: Problem = { ...problem, code: 'seqJump', severity: 'odd', message: 'It jumps.' };
    const { view, fake } = await open({ rows: [userRow('x')], problems: [problem, odd] });
    const badge = view.getByRole('button', { name: '2 problems' });
    assert.equal(badge.getAttribute('aria-expanded'), 'false');
    fireEvent.click(badge);
    await settled();
    fireEvent.click(view.getByRole('button', { name: /Line 12.*not valid JSON/ }));
    await settled();
    assert.deepEqual(fake.told, [{ name: 'line/open', body: { line: 12 } }]);
    assert.ok(view.getByRole('img', { name: 'Minor' }));
  });

  it('reads a long list of problems in steps', async () => {
    const many = Array.from({ length: 150 }, () => problem);
    const { view } = await open({ rows: [userRow('x')], problems: many });
    fireEvent.click(view.getByRole('button', { name: '150 problems' }));
    await settled();
    assert.equal(view.container.querySelectorAll('.problem').length, 100);
    fireEvent.click(view.getByRole('button', { name: '50 more problems' }));
    await settled();
    assert.equal(view.container.querySelectorAll('.problem').length, 150);
  });

  it('shows that the log is still being read', async () => {
    const { view, fake } = await open({ rows: [], header: { complete: false, title: '' } });
    assert.ok(view.getByRole('progressbar', { name: 'Reading the log' }));
    await act(async () => {
      fake.change({ rows: [], header: { complete: true, title: '' } });
      await settled();
    });
    assert.equal(view.queryByRole('progressbar'), null);
    assert.ok(view.getByText('No messages yet.'));
  });

  it('says when a filter leaves nothing', async () => {
    const { page, view } = await open({ rows: [userRow('x')] });
    await act(() => page.replay.setFilter('trouble'));
    assert.ok(view.getByText('No rows match this filter.'));
  });

  it('filters by the dropdown', async () => {
    const { page, view } = await open({ rows: demoRows() });
    const dropdown = view.container.querySelector('vscode-dropdown');
    assert.ok(dropdown !== null);
    assert.deepEqual(
      [...dropdown.children].map(({ textContent }) => textContent),
      ['All', 'Messages (9)', 'Work (12)', 'Issues (7)'],
    );
    Object.assign(dropdown, { value: 'work' });
    fireEvent.change(dropdown);
    await settled();
    assert.equal(page.view.filter.value, 'work');
    Object.assign(dropdown, { value: 'nonsense' });
    fireEvent.change(dropdown);
    assert.equal(page.view.filter.value, 'work');
  });

  it('shows a failure where a screen reader hears it', async () => {
    const { view, fake } = await open({ rows: [userRow('x')] });
    await act(async () => {
      fake.fail('The log cannot be read any more.');
      await settled();
    });
    assert.equal(view.getByRole('alert').textContent, 'The log cannot be read any more.');
  });

  it('takes a log with times that no calendar has', async () => {
    const { view, text } = await open({
      rows: [userRow('x')],
      header: { createdAt: 1e20, updatedAt: NaN, title: '' },
    });
    assert.ok(view.getByText('Session without messages'));
    assert.match(text(), /unknown time – unknown time/);
  });
});

describe('the conversation', () => {
  it('shows each message as the model gets it', () => {
    const [, , call, result] = demoMessages();
    assert.ok(call !== undefined && result !== undefined);
    const first = renderInPage(<MessageRow message={shownMessage(call)} index={2} />).view
      .container;
    assert.match(
      first.textContent,
      /^Assistantabout 13 tokensI look at the exporter\.Tool call bash\{/,
    );
    const second = renderInPage(<MessageRow message={shownMessage(result)} index={3} />).view
      .container;
    assert.match(second.textContent, /^Userabout \d+ tokensTool resultcsv\.go/);
  });

  it('shows Markdown, or the text as it is, and folds what is long', async () => {
    const text = `# A heading <b>\n${'line\n'.repeat(80)}end`;
    const { view, page } = renderInPage(
      <MessageRow
        message={{ role: 'user', tokens: 120, parts: [{ type: 'text', text }] }}
        index={0}
      />,
    );
    assert.equal(view.getByRole('heading').textContent, 'A heading <b>');
    await act(async () => {
      page.view.raw.value = true;
      await settled();
    });
    assert.equal(view.queryByRole('heading'), null);
    assert.match(view.container.textContent, /# A heading <b>/);
    assert.doesNotMatch(view.container.textContent, /end/);
    fireEvent.click(view.getByRole('button', { name: /^Show all \(82 lines/ }));
    await settled();
    assert.match(view.container.textContent, /end/);
  });
});
