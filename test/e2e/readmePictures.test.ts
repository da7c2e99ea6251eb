import { useWindow, Window } from './window.ts';

/** The scenes that the README shows, so that its pictures can be taken again: dist/e2e/readme-*.png. */
describe('the pictures of the README', () => {
  let window: Window;
  useWindow(
    async () => {
      window = await Window.open({
        settings: {
          'window.title': '${activeEditorShort}${separator}${rootName}',
          'scriptedModel.answer': [
            '**Hamburg** and **Bremen**. Their tables were computed from local midnight, so from',
            'the end of March on every time was an hour late. Dover keeps its epoch in UTC.',
          ].join(' '),
        },
      });
      await window.page.setViewportSize({ width: 1360, height: 850 });
      return window;
    },
    () => window.showSessions(),
  );

  const open = async (title: string) => {
    await window.sessionRows.filter({ hasText: title }).first().click();
    await window.editorTab(title).waitFor();
    await window.replay.getByRole('article').first().waitFor();
  };

  it('show a session of pi with a label, its usage and a fork', async () => {
    await open('Tide curve as SVG');
    await window.replay.getByText('polyline works').waitFor();
    await window.replay.locator('.relatives').getByText('Fork', { exact: true }).waitFor();
    await window.screenshot('readme-branches-light');
    await window.runCommand('View: Close All Editors');
  });

  it('show a conversation as a model would get it', async () => {
    await open('High water is an hour late');
    await window.replay.getByRole('tab', { name: 'Conversation' }).click();
    await window.replay.getByText('<compacted_context>').first().waitFor();
    await window.screenshot('readme-conversation-light');
  });

  it('show a session beside the chat that goes on with it', async () => {
    await window.setTheme('Dark Modern');
    await window.replay.getByRole('button', { name: 'Resume in Chat' }).click();
    await window.chatAnswers.filter({ hasText: 'Fair winds!' }).waitFor();
    await window.chatInput.filter({ hasText: '@session' }).waitFor();
    const untilKept = await window.watchChat();
    await window.page.keyboard.type('Which stations were wrong?');
    await window.page.keyboard.press('Enter');
    await window.chatAnswers.filter({ hasText: '· recorded' }).waitFor();
    await untilKept();
    await window.runCommand('View: Close All Editors');
    await open('High water is an hour late');
    await window.replay.getByRole('article').first().click();
    const prompt = window.replay
      .locator('.list-item[tabindex="0"]')
      .filter({ hasText: 'Once is enough.' });
    for (let pressed = 0; pressed < 20 && (await prompt.count()) === 0; pressed += 1) {
      await window.page.keyboard.press(']');
    }
    await prompt.waitFor();
    await window.replay.getByText('func dayEnd').first().waitFor();
    await window.chatInput.click();
    await window.page.mouse.move(0, 0);
    await window.screenshot('readme-replay-dark');
  });
});
