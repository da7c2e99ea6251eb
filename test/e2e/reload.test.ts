import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useWindow } from './useWindow.ts';
import { Window } from './window.ts';

describe('a window that is reloaded', () => {
  let window: Window;
  useWindow(
    async () => {
      window = await Window.open();
      return window;
    },
    () => window.showSessions(),
  );

  it('shows the replay again as it was left, and follows its log', async () => {
    await window.sessionRows.first().click();
    await window.replay.getByRole('tab', { name: 'Model Context' }).click();
    await window.replay.getByText(/the model gets these 10 messages/).waitFor();
    await window.untilStateWritten();
    await window.reload();

    await window.replay.getByText(/the model gets these 10 messages/).waitFor();
    assert.equal(
      await window.replay.getByRole('tab', { name: 'Model Context' }).getAttribute('aria-selected'),
      'true',
    );
    const message = { seq: 1_000, kind: 'user_message', user_message: { content: 'And now?' } };
    appendFileSync(newestLog(window.home), `${JSON.stringify(message)}\n`);
    await window.replay.getByText(/the model gets these 11 messages/).waitFor();
  });

  it('says in a tab whose session is gone that it is, and runs no script there', async () => {
    rmSync(dirname(newestLog(window.home)), { recursive: true });
    await window.reload();
    const sentence = window.replay.getByRole('alert');
    await sentence.waitFor();
    assert.match(await sentence.innerText(), /can no longer be read/);
    assert.equal(await window.replay.locator('#app').count(), 0);
  });
});

/** The most recently written log. */
function newestLog(home: string): string {
  const store = join(home, '.keen', 'sessions');
  const logs = readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(store, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  assert.ok(logs[0] !== undefined);
  return logs[0];
}
