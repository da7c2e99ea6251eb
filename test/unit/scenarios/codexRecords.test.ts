import assert from 'node:assert/strict';
import { storeOfAll } from '../store/support/agentLogs.ts';
import { home } from '../store/support/keenStore.ts';
import { codexHome, rowsSaid } from '../store/support/fixtureHome.ts';

const folder = '/home/dev/app';

async function listed(name: string) {
  const [listing] = await storeOfAll(codexHome(name)).list([folder]);
  return listing?.sessions ?? [];
}

describe('rollouts of Codex', () => {
  it('show a picture that was made, and are titled by the answer to a picture', async () => {
    const sessions = await listed('codexPictures');
    const titles = sessions.map(({ firstUserMessage }) => firstUserMessage).sort();
    assert.deepEqual(titles, ['A picture only.', 'What is on it?']);
    const path = sessions.find((each) => each.firstUserMessage === 'What is on it?')?.path ?? '';
    const reader = await storeOfAll(codexHome('codexPictures')).whole(path);
    const rows = reader
      .rows('all', 0, 20)
      .rows.flatMap((row) => (row.kind === 'tool' ? [row] : []));
    assert.deepEqual(
      rows.map(({ name, images, state }) => [name, images?.length, state]),
      [
        ['view_image', 1, 'done'],
        ['image_generation', 1, 'done'],
      ],
    );
  });

  it('show the pictures of a prompt whose event has no more than their paths', async () => {
    const disk = codexHome('codexPictures');
    const path = `${home}/.codex/sessions/2026/10/05/rollout-2026-10-05T10-00-00-019e0081-7000-7000-8000-000000000081.jsonl`;
    const pictured = async (text: string) => {
      disk.put(path, text);
      const { rows } = (await storeOfAll(disk).whole(path)).rows('all', 0, 20);
      return rows.flatMap((row) =>
        row.kind === 'user' ? [[row.text.text, row.images?.length]] : [],
      );
    };
    const text = disk.text(path);
    assert.deepEqual(await pictured(text), [['What is on it?', 1]]);
    // Once more behind the first, and without a name or words.
    const lines = text.trim().split('\n');
    const again = lines.slice(3, 5).join('\n');
    assert.match(again, /user_message/);
    assert.deepEqual(await pictured(`${text}${again}\n`), [
      ['What is on it?', 1],
      ['What is on it?', 1],
    ]);
    const bare = again
      .replaceAll('What is on it?', '')
      .replace('<image name=[Image #1]>', '<image>');
    assert.deepEqual(await pictured(`${text}${bare}\n`), [
      ['What is on it?', 1],
      ['', 1],
    ]);
    // A picture without an event is not the user's.
    assert.deepEqual(await pictured(`${text}${lines[3] ?? ''}\n${lines.at(-1) ?? ''}\n`), [
      ['What is on it?', 1],
    ]);
  });

  it('show prompts that no event tells', async () => {
    const [session] = await listed('codexNoEvents');
    assert.equal(session?.firstUserMessage, 'Coil the rope');
    assert.deepEqual(await rowsSaid(codexHome('codexNoEvents'), session.path), [
      'user: Coil the rope',
      'assistant: Coiled.',
    ]);
  });

  it('show calls of tools that the editor has, and no states of the program', async () => {
    const disk = codexHome('codexMoreEvents');
    const path = [...(await storeOfAll(disk).list(['/home/dev/app']))][0]?.sessions[0]?.path ?? '';
    assert.deepEqual(await rowsSaid(disk, path), ['user: Go', 'tool', 'assistant: Done.']);
    const reader = await storeOfAll(disk).whole(path);
    const row = reader.rows('all', 1, 1).rows[0];
    assert.ok(row?.kind === 'tool');
    assert.deepEqual([row.name, row.state], ['lookup', 'done']);
  });

  it('have the names that were given last, in the list of names or in the log', async () => {
    const disk = codexHome('codexNames');
    const store = storeOfAll(disk);
    const names = async () => {
      const [listing] = await store.list([folder]);
      return listing?.sessions.map(({ name }) => name).sort();
    };
    assert.deepEqual(await names(), ['Moorings', 'Renamed later']);
    const index = `${home}/.codex/session_index.jsonl`;
    disk.append(
      index,
      '{"id":"019e0031-7000-7000-8000-000000000031","thread_name":"Third name","updated_at":"2026-10-05T13:00:00Z"}\nnot JSON\n{"id":7}\n',
    );
    assert.deepEqual(await names(), ['Renamed later', 'Third name']);
    const path = (await store.list([folder]))[0]?.sessions[0]?.path ?? '';
    const { title } = store.open(path);
    assert.equal(title, store.summarize(path).name);
    const paths = (await store.list([folder]))[0]?.sessions.map((each) => each.path) ?? [];
    // One in the log that was given after that.
    const named = paths.find((each) => disk.text(each).includes('Name in log')) ?? '';
    disk.put(
      named,
      disk
        .text(named)
        .replace(
          /"[^"]*"(, "type": "event_msg", "payload": \{"type": "thread_name_updated)/,
          '"2026-10-06T10:00:00.000Z"$1',
        ),
    );
    assert.deepEqual(await names(), ['Name in log', 'Third name']);
    disk.remove(index);
    assert.deepEqual(await names(), ['Name in log', undefined]);
  });
});
