import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import type { SessionStore } from '#store/sessionStore.ts';
import { claudePath, storeOfAll } from '../support/agentLogs.ts';
import { line, project } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const idOf = (path: string) => /([^/]+)\.jsonl$/.exec(path)?.[1] ?? '';
const [here, there, third] = [claudePath('here'), claudePath('there'), claudePath('third')];

/** A prompt, and its answer, of a session; each follows the one before it. */
function turn(path: string, text: string, after: string | null = null): string {
  const common = { isSidechain: false, cwd: project, sessionId: idOf(path) };
  const timestamp = '2026-11-20T09:00:00.000Z';
  return (
    line({
      ...{ ...common, parentUuid: after, type: 'user', uuid: text, timestamp },
      message: { role: 'user', content: text },
    }) +
    line({
      ...{ ...common, parentUuid: text, type: 'assistant', uuid: `${text}!`, timestamp },
      message: {
        role: 'assistant',
        id: text,
        model: 'm',
        content: [{ type: 'text', text: `${text}!` }],
      },
    })
  );
}

function title(path: string, customTitle: string): string {
  return line({ type: 'custom-title', customTitle, sessionId: idOf(path) });
}

function storeWith(logs: Record<string, string>): SessionStore {
  const disk = new MemoryFileSystem();
  for (const [path, text] of Object.entries(logs)) {
    disk.put(path, text);
  }
  return storeOfAll(disk);
}

/** What the screen shows, what the model gets, and what the user said last. */
async function told(store: SessionStore, path: string) {
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  const { rows } = reader.rows('all', 0, 100);
  const { messages } = await conversationOf(store, path);
  return {
    shown: rows.flatMap((row) =>
      row.kind === 'user' || row.kind === 'assistant' ? [row.text.text] : [row.kind],
    ),
    sent: messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)),
    ),
    last: await lastMessageOf(store.sessionAt(path), new Pacer(undefined)),
  };
}

describe('a session that goes by the name of its file', () => {
  const copied = {
    [there]: turn(there, 'Find'),
    [here]: turn(there, 'Find') + turn(here, 'Raise', 'Find!'),
  };

  it('has that ID where it begins with copies of another', async () => {
    const store = storeWith(copied);
    const { id, formerId } = store.summarize(here);
    assert.deepEqual([id, formerId], [idOf(here), idOf(there)]);
    assert.equal(store.summarize(there).formerId, undefined);
    const all = ['Find', 'Find!', 'Raise', 'Raise!'];
    assert.deepEqual(await told(store, here), { shown: all, sent: all, last: 'Raise' });
  });

  it('is found by the ID that it had, unless another session has it', async () => {
    const wanted = { agent: 'claude', id: idOf(there) };
    assert.equal((await storeWith(copied).sessionById(wanted))?.path, there);
    const alone = storeWith({ [here]: copied[here] ?? '' });
    assert.equal((await alone.sessionById(wanted))?.path, here);
  });

  it('has nothing of a session whose program wrote into its file', async () => {
    const store = storeWith({
      [here]:
        turn(here, 'Mine') +
        turn(there, 'Theirs', 'not here') +
        turn(here, 'More', 'Mine!') +
        turn(there, 'Last', 'Theirs!') +
        title(there, 'Not mine'),
    });
    const mine = ['Mine', 'Mine!', 'More', 'More!'];
    assert.deepEqual(await told(store, here), { shown: mine, sent: mine, last: 'More' });
    assert.equal(store.summarize(here).name, undefined);
  });

  it('has all copies, also again after its own, but no third session', async () => {
    const store = storeWith({
      [here]:
        line({ type: 'mode', mode: 'plan', sessionId: idOf(here) }) +
        turn(third, 'First') +
        turn(there, 'Second', 'First!') +
        turn(here, 'Own', 'Second!') +
        turn(there, 'Second', 'First!') +
        turn(claudePath('fourth'), 'Other', 'Own!'),
    });
    const all = ['First', 'First!', 'Second', 'Second!', 'Own', 'Own!'];
    assert.deepEqual(await told(store, here), { shown: all, sent: all, last: 'Own' });
  });

  it('is told whole where the file was renamed', async () => {
    const all = ['One', 'One!', 'Two', 'Two!'];
    const store = storeWith({ [here]: turn(there, 'One') + turn(there, 'Two', 'One!') });
    assert.deepEqual(await told(store, here), { shown: all, sent: all, last: 'Two' });
  });
});
