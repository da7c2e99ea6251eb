import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIds, configKeys } from '#host/vscode/contributions.ts';
import { demoAgents, demoSessions } from '../../support/demoSessions.ts';
import { useSharedWindow } from '../useWindow.ts';
import { untilCount, type Window } from '../window.ts';
import { itInFull } from '../../support/full.ts';

/** One list for all agents. Comes before all suites that add sessions to the demo’s. */
describe('sessions of many agents', () => {
  let window: Window;
  useSharedWindow((opened) => {
    window = opened;
  });

  const row = (text: string | RegExp) => window.sessionRows.filter({ hasText: text });
  const group = (text: string) => window.groupRows.filter({ hasText: text });
  const picks = () => window.page.locator('.quick-input-list .monaco-list-row');
  const message = () => window.listMessage;
  const terminal = () => window.page.locator('.terminal-wrapper .xterm-rows');

  it('are in one list with an icon of each, and look right in every theme', async () => {
    const icons = new Set<string>();
    for (const icon of await window.sessionRows.locator('.custom-view-tree-node-item-icon').all()) {
      icons.add(/codicon-[\w-]+/.exec((await icon.getAttribute('class')) ?? '')?.[0] ?? '');
    }
    // A session that runs, waits, failed or is unread has an icon of that instead.
    for (const state of ['sync', 'bell-dot', 'error', 'circle-filled']) {
      icons.delete(`codicon-${state}`);
    }
    assert.equal(icons.size, demoAgents.length);
    await window.screenshots('agents');
  });

  it('are filtered by agent, which is shown and undone', async () => {
    await (await window.viewAction('Filter Sessions')).click();
    // The last choices are for traces of deleted sessions and for all folders.
    await untilCount(picks(), demoAgents.length + 2);
    const entries = (await picks().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    // The first of a part has the part's name at its end.
    assert.match(entries[0] ?? '', / Agents$/);
    assert.deepEqual(
      entries
        .slice(0, -2)
        .map((entry) => entry.replace(/ Agents$/, ''))
        .sort(),
      demoAgents.map(({ label, sessions }) => `${label}${sessions} sessions`).sort(),
    );
    await window.screenshot('agents-filter');
    const hidden = ['Keen Code', 'agent'];
    for (const agent of hidden) {
      await picks()
        .filter({ hasText: new RegExp(`^\\s*${agent}\\s*\\d`) })
        .click();
    }
    await window.page.keyboard.press('Enter');
    const others = demoAgents.filter(({ label }) => !hidden.includes(label));
    const count = others.reduce((sum, { sessions }) => sum + sessions, 0);
    const filtered = message().filter({ hasText: `only: ${count} of ${demoSessions} sessions.` });
    await filtered.waitFor();
    // In the order of use.
    const names = ((await filtered.innerText()).split(' only:')[0] ?? '').split(', ');
    assert.deepEqual(names.sort(), others.map(({ label }) => label).sort());
    await untilCount(window.sessionRows, count);
    await window.screenshot('agents-filtered');

    await (await window.viewAction('Clear Filters')).click();
    await row('High water is an hour late').waitFor();
    await untilCount(window.sessionRows, demoSessions);
    await message().filter({ hasText: 'only' }).waitFor({ state: 'hidden' });
  });

  itInFull('are grouped by agent', async () => {
    await window.configure(configKeys.groupBy, 'agent');
    await group('Keen Code').waitFor();
    const groups = (await window.groupRows.allInnerTexts()).map((text) => text.replace(/\s+/g, ''));
    assert.deepEqual(
      groups,
      demoAgents.map(({ label, sessions }) => `${label}${sessions}`.replace(/\s+/g, '')),
    );
    await window.screenshot('agents-grouped');
    await window.configure(configKeys.groupBy, 'day');
    // A click meanwhile would hit a row of the old list.
    await group('Keen Code').waitFor({ state: 'detached' });
  });

  itInFull('are replayed as their editors showed them', async () => {
    for (const [title, name] of [
      ['A test for Above', 'vscode'],
      ['In the text table, negative heights', 'cursor'],
    ] as const) {
      await row(title).click();
      await window.replay.getByRole('heading', { name: title }).waitFor();
      await window.replay.locator('.list-item').first().waitFor();
      await window.screenshot(`agents-replay-${name}`);
    }
  });

  itInFull('lead from a fork to its parent and back', async () => {
    await window.chooseFor(row('↳ Draw the tide curve'), 'Go to Parent or Fork');
    await window.editorTab('Tide curve as SVG').waitFor();
    await window.replay.getByRole('heading', { name: 'Tide curve as SVG' }).waitFor();
    await window.screenshot('agents-tree-replay');
    await window.chooseFor(row('Tide curve as SVG'), 'Go to Parent or Fork');
    await window.editorTab('Draw the tide curve').waitFor();
    await window.closeEditors();
  });

  itInFull('are found by words and by their ids, and opened to the side', async () => {
    await (await window.viewAction('Go to Session')).click();
    await window.page.locator('.quick-input-title').getByText('Go to Session').waitFor();
    await picks().nth(5).waitFor();
    await window.screenshot('agents-go-to');
    await window.quickInput.fill('move leap');
    await picks().filter({ hasText: 'Does a leap second move' }).waitFor();
    await picks().nth(1).waitFor({ state: 'detached' });
    await window.screenshot('agents-go-to-words');
    await window.quickInput.press('Enter');
    await window.editorTab('Does a leap second move').waitFor();
    window.begin(commandIds.goToSession);
    await picks().nth(5).waitFor();
    await window.quickInput.fill('5e1c');
    await picks().nth(1).waitFor({ state: 'detached' });
    await picks().first().hover();
    await picks().first().locator('.action-label[aria-label="Open to the Side"]').click();
    await window.editorTab('High water is an hour late').waitFor();
    await untilCount(window.page.locator('.editor-group-container'), 2);
    await window.closeEditors();
  });

  it('are resumed by the agent itself once the command was seen', async () => {
    await window.chooseFor(row('Does a leap second move'), 'Resume in Terminal');
    const dialog = window.page.getByRole('dialog');
    await dialog.waitFor();
    const text = await dialog.innerText();
    assert.match(text, /Command: fen\n/);
    assert.match(text, /Then types: \/resume 9c41f7d2e80b35a6/);
    await window.screenshot('agents-terminal-question');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await terminal().filter({ hasText: 'got </resume 9c41f7d2e80b35a6>' }).waitFor();
    await window.screenshot('agents-terminal');
    await window.run('workbench.action.terminal.killAll');
  });

  itInFull('ask for the file that an agent needs, and for another when told to', async () => {
    const folder = join(window.home, 'my agents');
    mkdirSync(folder);
    for (const name of ['one.yaml', 'two.yaml']) {
      writeFileSync(join(folder, name), '');
    }
    /** @param beside what the file dialog shows first. */
    const choose = async (name: string, beside: string) => {
      await picks().filter({ hasText: beside }).waitFor();
      await window.quickInput.fill(join(folder, name));
      await picks().filter({ hasText: name }).waitFor();
      await window.quickInput.press('Enter');
    };
    await window.chooseFor(row(/^This is what the gauge at/), 'Resume in Terminal');
    await window.page.getByText('Choose Your Agent’s Configuration File').waitFor();
    await choose('one.yaml', 'stations');
    const dialog = window.page.getByRole('dialog');
    await dialog.getByText('one.yaml').waitFor();
    await dialog.getByRole('button', { name: 'Choose Another File…' }).click();
    await choose('two.yaml', 'one.yaml');
    await dialog.getByText('two.yaml').waitFor();
    await window.screenshot('agents-terminal-file');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await terminal().filter({ hasText: 'my agents/two.yaml -session 6b7d20f4' }).waitFor();
    await window.run('workbench.action.terminal.killAll');
  });
});
