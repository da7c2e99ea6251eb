import assert from 'node:assert/strict';
import { commandIds } from '#host/vscode/contributions.ts';
import { useSharedWindow } from '../useWindow.ts';
import { untilCount, type Window } from '../window.ts';

/*
 * One sequence: a new user's chat becomes a session like any other, is forked, continued and handed
 * over. The last suite in its window: it changes settings, and its chats are in the list.
 */
describe('a chat that becomes a session', () => {
  let window: Window;
  useSharedWindow((opened) => {
    window = opened;
  });

  const answer = (text: string) =>
    window.chatAnswers.filter({ hasText: 'I am a scripted model' }).filter({ hasText: text });
  /** The participant stays in the input. */
  const newChat = async () => {
    await window.page
      .locator('.auxiliarybar .action-label[aria-label^="New Chat"]')
      .first()
      .click();
    await window.chatAnswers.first().waitFor({ state: 'detached' });
    await window.chatInput.filter({ hasText: '@session' }).waitFor();
  };
  const article = (name: string) => window.replay.getByRole('article', { name });

  it('is begun by a message to @session', async () => {
    // An earlier suite's chat may be open, with its participant in the input.
    await window.run('workbench.action.chat.newChat');
    await window.run('workbench.action.chat.open', { query: '@session How are tides predicted?' });
    await answer('How are tides').filter({ hasText: '· recorded as a new session' }).waitFor();
    await window.chatInput.filter({ hasText: '@session' }).waitFor();
    await window.page.keyboard.type('And where?');
    await window.screenshot('recorded-chat');
    await window.page.keyboard.press('Enter');
    await answer('And where?').waitFor();
  });

  it('is in the list, and its replay shows the chat', async () => {
    await window.sessionRows.first().filter({ hasText: 'How are tides predicted?' }).waitFor();
    await window.sessionRows.first().click();
    await window.editorTab('How are tides predicted?').waitFor();
    await article('Your message').nth(1).filter({ hasText: 'And where?' }).waitFor();
  });

  it('is forked from a row of its replay', async () => {
    const row = article('Answer').first();
    await row.hover();
    await row.getByRole('button', { name: 'Fork from Here' }).click();
    await window.replay.getByText('Forked from').first().waitFor();
    await window.notification('is unchanged').waitFor();
    await untilCount(article('Your message'), 1);
    await untilCount(window.editorTab('How are tides predicted?'), 2);
    await window.sessionRows.nth(1).filter({ hasText: 'How are tides predicted?' }).waitFor();
    await window.screenshot('recorded-fork');
  });

  it('leads from the fork to the original and back', async () => {
    await window.replay.locator('.relatives').getByRole('button').first().click();
    await article('Your message').nth(1).waitFor();
    await window.replay.locator('.relatives').getByText('Fork', { exact: true }).waitFor();
    await window.screenshot('recorded-original');
    await window.replay.locator('.relatives').getByRole('button').first().click();
    await article('Forked from another session').waitFor();
  });

  it('continues in the chat as the fork', async () => {
    // It is shown for some seconds only, and stays in the list.
    await window.run('notifications.showList');
    await window.page
      .locator('.notifications-center .notification-list-item')
      .filter({ hasText: 'is unchanged' })
      .getByRole('button', { name: 'Resume in Chat' })
      .click();
    await window.chatAnswers
      .filter({ hasText: 'This session was forked from another one' })
      .waitFor();
    await answer('How are tides predicted?').waitFor();
    await window.chatInput.filter({ hasText: '@session' }).waitFor();
    const untilKept = await window.watchChat();
    await window.page.keyboard.type('And when?');
    await window.page.keyboard.press('Enter');
    await answer('And when?').filter({ hasText: '· recorded' }).waitFor();
    assert.match(await answer('And when?').innerText(), /It was 3 messages/);
    await untilKept();
    await window.screenshot('recorded-fork-resumed');
    await article('Your message').nth(1).filter({ hasText: 'And when?' }).waitFor();
  });

  it('asks once whether to record it, where that is wanted', async () => {
    window.writeFolderSettings({ 'sessionBrowser.record': 'ask' });
    await newChat();
    // The participant's description tells when VS Code has noticed.
    const explained = window.chatAnswers.filter({ hasText: 'you are asked whether to start one' });
    for (let attempt = 0; attempt < 10 && (await explained.count()) === 0; attempt += 1) {
      await window.say(' ');
      await window.page.waitForTimeout(1_000);
    }
    await explained.first().waitFor();
    await window.say('Between us');
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: 'Record this chat as a session?' }).waitFor();
    await window.screenshot('recorded-ask');
    await dialog.getByRole('button', { name: "Don't Record" }).click();
    await answer('Between us').filter({ hasText: '· not recorded' }).waitFor();
    await window.say('And still');
    await answer('And still').filter({ hasText: '· not recorded' }).waitFor();
    assert.match(await answer('And still').innerText(), /It was 3 messages/);
    assert.equal(await window.sessionRows.filter({ hasText: 'Between us' }).count(), 0);
    await newChat();
    await window.say('Write this down');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await answer('Write this down').filter({ hasText: '· recorded as a new session' }).waitFor();
    await window.sessionRows.filter({ hasText: 'Write this down' }).waitFor();
    await window.say('This too');
    await answer('This too').filter({ hasText: '· recorded' }).waitFor();
  });

  it('is handed to another participant as a file', async () => {
    const row = window.sessionRows.filter({ hasText: 'High water is an hour late' });
    await row.click();
    await window.run(commandIds.resumeWithOther);
    await window.chatInput.filter({ hasText: 'in the attached file' }).waitFor();
    await window.page
      .locator('.interactive-session .chat-attached-context')
      .filter({ hasText: /high-water-is-an-hour-late.*\.md/ })
      .first()
      .waitFor();
    await window.screenshot('recorded-other');
  });
});
