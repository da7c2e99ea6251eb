import { useWindow } from '../useWindow.ts';
import { Window } from '../window.ts';

describe('a window in German', () => {
  let window: Window;
  useWindow(
    async () => {
      window = await Window.open({ language: 'de' });
      return window;
    },
    async () => {
      await window.activity('Sitzungen').click();
      await window.sessionRows.first().waitFor();
    },
  );

  it('has the list, its titles and hovers in German', async () => {
    await window.groupRows.filter({ hasText: 'Heute' }).waitFor();
    await window.restOn(window.sessionRows.first(), 'Erste Nachricht:');
    await (await window.viewAction('Sitzungen aktualisieren')).waitFor();
    await window.screenshot('german-list');
  });

  it('has the replay in German, with dates and numbers as Germans write them', async () => {
    await window.sessionRows.first().click();
    await window.replay.getByRole('combobox', { name: 'Was angezeigt wird' }).waitFor();
    await window.replay.getByRole('article', { name: 'Ihre Nachricht' }).first().waitFor();
    await window.replay
      .getByText(/\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/)
      .first()
      .waitFor();
    await window.screenshot('german-replay');
  });

  it('resumes in a chat that speaks German', async () => {
    await window.runCommand('Im Chat fortsetzen');
    await window.chatInput.filter({ hasText: '@session' }).waitFor();
    await window.page.keyboard.type('Welche Stationen waren falsch?');
    await window.page.keyboard.press('Enter');
    await window.chatAnswers
      .filter({ hasText: /10 Nachrichten · 2 Komprimierungen angewendet/ })
      .waitFor();
    await window.screenshot('german-chat');
  });
});
