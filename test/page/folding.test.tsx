import { renderInPage, settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { App } from '../../webview/replay/App.tsx';
import { long, shellRow, toolRow, userRow } from '../support/pageSamples.ts';
import { runListCommand } from '../../webview/replay/list/listCommands.ts';
import { promptStart } from '../../webview/replay/rows/LongText.tsx';

const longOutput = long('line\n'.repeat(200));

function renderRows() {
  const tool = toolRow('grep', { output: long('found it') });
  const shell = shellRow('make', { output: longOutput });
  const rendered = renderInPage(
    <>
      <TranscriptRow row={tool} speaker={undefined} />
      <TranscriptRow row={shell} speaker={undefined} />
    </>,
    { rows: [tool, shell] },
  );
  const { container } = rendered.view;
  return {
    ...rendered,
    isOpen: () => [
      container.querySelector('.fold-line')?.getAttribute('aria-expanded') === 'true',
      container.querySelector('.terminal-body') !== null,
    ],
  };
}

describe('a long prompt', () => {
  const prompt = userRow(Array.from({ length: 40 }, (_, at) => `Step ${at + 1}`).join('\n'));
  const text = (rendered: ReturnType<typeof renderInPage>) =>
    rendered.view.container.querySelector('.message-user .markdown')?.textContent ?? '';
  const openPrompt = () =>
    renderInPage(<TranscriptRow row={prompt} speaker={undefined} />, { rows: [prompt] });

  it('shows its beginning, all of it on demand, and stays so when it is drawn again', async () => {
    const rendered = openPrompt();
    assert.match(text(rendered), /Step 12$/);
    fireEvent.click(rendered.view.getByRole('button', { name: /^Show all \(40 lines/ }));
    await settled();
    assert.match(text(rendered), /Step 40$/);
    assert.ok(rendered.page.view.toggled.value.has(prompt.id));
    fireEvent.click(rendered.view.getByRole('button', { name: 'Show less' }));
    await settled();
    assert.match(text(rendered), /Step 12$/);
  });

  it('opens with the keys of folds, and for what Find goes to', async () => {
    const rendered = openPrompt();
    runListCommand(rendered.page, 'open', prompt, 0);
    await settled();
    assert.match(text(rendered), /Step 40$/);
    runListCommand(rendered.page, 'close', prompt, 0);
    rendered.page.view.revealed.value = -1;
    await settled();
    assert.match(text(rendered), /Step 40$/);
  });

  it('is whole if there is little more, and cut between words', () => {
    const lines = (count: number) => Array.from({ length: count }, () => 'a line').join('\n');
    assert.equal(promptStart(lines(16)), lines(16));
    assert.equal(promptStart(lines(17)), lines(12));
    assert.equal(promptStart('word '.repeat(1_000)), `${'word '.repeat(180).trim()} …`);
  });
});

describe('expanding and collapsing all', () => {
  it('opens what is folded at first, and folds what is open at first', async () => {
    const { page, isOpen } = renderRows();
    assert.deepEqual(isOpen(), [false, true]);
    page.view.foldAll('expanded');
    await settled();
    assert.deepEqual(isOpen(), [true, true]);
    page.view.foldAll('collapsed');
    await settled();
    assert.deepEqual(isOpen(), [false, false]);
  });

  it('forgets what was folded by hand, and lets that be done again', async () => {
    const { page, view, isOpen } = renderRows();
    fireEvent.click(view.container.querySelector('.terminal-head button')!);
    await settled();
    assert.deepEqual(isOpen(), [false, false]);
    page.view.foldAll('expanded');
    await settled();
    assert.deepEqual(isOpen(), [true, true]);
    fireEvent.click(view.container.querySelector('.fold-line')!);
    await settled();
    assert.deepEqual(isOpen(), [false, true]);
    assert.equal(page.view.toggled.value.size, 1);
  });

  it('leaves a long text as short or long as the reader has it', async () => {
    const { page, view } = renderRows();
    page.view.foldAll('expanded');
    await settled();
    const showAll = () => view.queryByRole('button', { name: 'Show 195 lines above' });
    assert.ok(showAll() !== null, 'it is not shown in full');
    fireEvent.click(showAll()!);
    await settled();
    page.view.foldAll('collapsed');
    page.view.foldAll('expanded');
    await settled();
    assert.ok(view.getByRole('button', { name: 'Show less' }));
  });

  it('has keys, which a field of text does not give up', async () => {
    const { page } = renderInPage(<App />, { rows: [toolRow('grep')] });
    await page.replay.start();
    await settled();
    const press = (target: Element, key: string) => fireEvent.keyDown(target, { key });
    press(document.body, 'e');
    assert.equal(page.view.folding.value, 'expanded');
    press(document.body, 'E');
    assert.equal(page.view.folding.value, 'collapsed');
    const field = document.createElement('input');
    document.body.append(field);
    press(field, 'e');
    field.remove();
    assert.equal(page.view.folding.value, 'collapsed');
  });

  it('survives a reload, as does a hidden outline', async () => {
    const rows = [toolRow('grep')];
    const { page, host, saved } = testPage({ rows });
    await page.replay.start();
    page.view.foldAll('expanded');
    page.view.outline.value = false;
    await new Promise((resolve) => {
      const { saveState } = host;
      host.saveState = (state) => {
        saveState(state);
        resolve(undefined);
      };
    });
    const again = testPage({ rows }, saved.at(-1)).page.view;
    assert.equal(again.folding.value, 'expanded');
    assert.equal(again.outline.value, false);
    const fresh = testPage({ rows }, { ...saved.at(-1), folding: 'half', outline: 1 }).page.view;
    assert.equal(fresh.folding.value, undefined);
    assert.equal(fresh.outline.value, true);
  });
});
