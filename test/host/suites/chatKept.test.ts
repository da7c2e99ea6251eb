import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { drawnChat, newChat, send } from '../support/chat.ts';
import { answered, said, type KeenSession } from '../support/keenSession.ts';
import { useChat } from '../support/resumedChat.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

/** Each check of the title opens an editor, which takes long on a busy machine. */
const titleMs = 60_000;

describe('The chat that a session is drawn in', () => {
  const { resume, session } = useChat({ record: 'on' });
  const ids = async () => (await drawnChat()).turns.map(({ id }) => id);
  const requests = async () => (await drawnChat()).turns.map(({ request }) => request);
  const resumed = async (id: string): Promise<KeenSession> => {
    const past = session(id, said('Count *the* tides'), answered('Two'));
    await resume(past);
    return past;
  };
  /** VS Code's data about the current chat, including its title. */
  const model = async (): Promise<string> => {
    await vscode.commands.executeCommand('workbench.action.chat.inspectChatModel');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return text;
  };
  /** Sends a message and waits until VS Code saves the chat. */
  const say = async (message: string): Promise<void> => {
    const before = await ids();
    await send(`@session ${message}`);
    await until(async () => {
      const now = await ids();
      assert.notEqual(now[0], before[0], 'Nothing was kept.');
      assert.equal(now.length, before.length + 1);
    });
  };

  itInFull(
    'is VS Code’s to forget where nothing was said, and kept under its title after the first answer',
    async () => {
      await resumed('88888888-aaaa-4aaa-8aaa-000000000001');
      assert.doesNotMatch(await model(), /"customTitle"/);
      await say('One');
      await until(async () => {
        assert.match(await model(), /"customTitle": "Count \*the\* tides"/);
      }, titleMs);
      assert.deepEqual(await requests(), ['Count *the* tides', '@session One']);
      // Once is enough.
      const kept = await ids();
      await send('@session Two');
      assert.deepEqual((await ids()).slice(0, 2), kept);
    },
  );

  itInFull('preserves what is being typed meanwhile', async () => {
    await resumed('88888888-aaaa-4aaa-8aaa-000000000007');
    const [drawn] = await ids();
    await send('@session One');
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@session And then?',
      isPartialQuery: true,
    });
    await until(async () => {
      assert.match(await model(), /"customTitle": "Count \*the\* tides"/);
    }, titleMs);
    assert.notEqual((await ids())[0], drawn);
    await vscode.commands.executeCommand('workbench.action.chat.submit');
    await until(async () => {
      assert.equal((await requests()).at(-1), '@session And then?');
    });
  });

  itInFull('is kept after a later answer where one follows the other at once', async () => {
    await resumed('88888888-aaaa-4aaa-8aaa-000000000008');
    await send('@session One');
    await send('@session Two');
    const { turns } = await drawnChat();
    assert.match(turns.at(-1)?.markdown ?? '', /context \d+ of .* · recorded\*/);
    await until(async () => {
      assert.notEqual((await ids())[0], turns[0]?.id);
    });
    assert.deepEqual(await requests(), ['Count *the* tides', '@session One', '@session Two']);
  });

  itInFull('is not drawn again where it is shown', async () => {
    const past = await resumed('88888888-aaaa-4aaa-8aaa-000000000002');
    const drawn = await ids();
    await resume(past);
    assert.deepEqual(await ids(), drawn);
    await say('One');
    const kept = await ids();
    await resume(past);
    assert.deepEqual(await ids(), kept);
  });

  itInFull('is drawn anew, with what was said in it, where another is shown', async () => {
    const past = await resumed('88888888-aaaa-4aaa-8aaa-000000000003');
    await say('One');
    const kept = await ids();
    await newChat();
    assert.deepEqual(await requests(), []);
    await resume(past);
    assert.notEqual((await ids())[0], kept[0]);
    assert.deepEqual(await requests(), ['Count *the* tides', 'One']);
  });

  itInFull('is drawn anew where the session went on elsewhere', async () => {
    const past = await resumed('88888888-aaaa-4aaa-8aaa-000000000004');
    const drawn = await ids();
    past.append(said('In the terminal'), answered('Three'));
    await resume(past);
    assert.notEqual((await ids())[0], drawn[0]);
    assert.deepEqual(await requests(), ['Count *the* tides', 'In the terminal']);
  });

  itInFull('does not take the place of another chat that the user went on to', async () => {
    const past = await resumed('88888888-aaaa-4aaa-8aaa-000000000005');
    const other = await resumed('88888888-aaaa-4aaa-8aaa-000000000006');
    const drawn = await ids();
    await resume(past);
    assert.notDeepEqual(await ids(), drawn);
    await resume(other);
    assert.deepEqual(await requests(), ['Count *the* tides']);
  });
});
