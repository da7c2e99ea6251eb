import assert from 'node:assert/strict';
import {
  agentPath,
  fenPath,
  fenSession,
  piPath,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { line, project } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { windowOn } from '../store/support/window.ts';

const isoTime = '2026-03-15T10:00:00.000Z';
const started = Date.parse(isoTime);
const picture = (length: number) => ({
  type: 'image',
  data: 'A'.repeat(length),
  mimeType: 'image/png',
});
const text = (words: string) => ({ type: 'text', text: words });

const piHeader = line({ type: 'session', version: 3, id: 'd', timestamp: isoTime, cwd: project });
function piEntry(role: string, ...content: readonly object[]): string {
  const message = { role, content, timestamp: started + 5_000 };
  return line({ type: 'message', id: 'aa000001', parentId: null, timestamp: isoTime, message });
}

const agentHeader = line({
  type: 'session',
  id: 'd',
  version: 1,
  timestamp: isoTime,
  cwd: project,
});
function agentEntry(role: string, ...content: readonly object[]): string {
  const entry = { type: 'message', id: 'd4e5f6a7', parent_id: '', timestamp: isoTime };
  return line({ ...entry, role, message: { role, content, timestamp: started } });
}

const fenHeader = fenSession('d').split('\n', 1).join('') + '\n';
function fenEntry(role: string, content: unknown): string {
  const timestamp = '2026-08-05T10-11-12';
  return line({ type: 'message', id: 'm1', timestamp, message: { role, content } });
}

function listed(path: string, ...lines: readonly string[]) {
  const disk = new MemoryFileSystem();
  disk.put(path, lines.join(''));
  return storeOfAll(disk).summarize(path);
}

describe('The title of a session that starts without words', () => {
  it('is the first message with words, in pi and in agent', () => {
    for (const length of [20, 300_000]) {
      const pi = listed(
        piPath('d'),
        piHeader,
        piEntry('user', picture(length)),
        piEntry('assistant', text('A cat.')),
        piEntry('user', text('')),
        piEntry('user', picture(20), text('Draw a dog')),
      );
      assert.equal(pi.firstUserMessage, 'Draw a dog');
      const agent = listed(
        agentPath('d'),
        agentHeader,
        agentEntry('user', { ...picture(length), mime_type: 'image/png' }),
        agentEntry('assistant', text('A cat.')),
        agentEntry('user', text('Draw a dog')),
      );
      assert.equal(agent.firstUserMessage, 'Draw a dog');
    }
  });

  it('says that there is an image where no message has words', () => {
    const pi = listed(
      piPath('d'),
      piHeader,
      piEntry('user', picture(20)),
      piEntry('assistant', text('A cat.')),
    );
    assert.equal(pi.firstUserMessage, 'Image');
  });

  it('is the user’s first words in fen, else the first answer', () => {
    const lines = [
      fenHeader,
      fenEntry('user', {}),
      fenEntry('assistant', [{ type: 'thinking', thinking: 'Hm.' }]),
      fenEntry('assistant', [text('What shall I do?')]),
      fenEntry('assistant', [text('I wait.')]),
    ];
    assert.equal(listed(fenPath('d'), ...lines).firstUserMessage, 'What shall I do?');
    const asked = listed(fenPath('d'), ...lines, fenEntry('user', 'Port it'));
    assert.equal(asked.firstUserMessage, 'Port it');
  });
});

describe('A session without messages', () => {
  it('is dated by its header in pi, whatever else was written', () => {
    const name = line({
      type: 'session_info',
      id: 'aa000002',
      parentId: null,
      timestamp: '2026-03-15T12:00:00.000Z',
      name: 'A name',
    });
    for (const log of [piHeader, piHeader + name]) {
      assert.equal(listed(piPath('d'), log).updatedAt, started);
    }
    assert.equal(listed(piPath('d'), piSession('d')).updatedAt, 1_773_568_805_000);
  });

  it('is known to be empty, in the next window too', async () => {
    for (const [path, header, message] of [
      [piPath('d'), piHeader, piEntry('user', text('Hello'))],
      [fenPath('d'), fenHeader, fenEntry('user', 'Hello')],
      [agentPath('d'), agentHeader, agentEntry('user', text('Hello'))],
    ] as const) {
      const disk = new MemoryFileSystem();
      disk.put(path, header);
      const store = windowOn(disk);
      const isEmpty = async (window: typeof store) => {
        const [listing] = await window.list([project]);
        assert.equal(listing?.sessions.length, 1);
        return listing.sessions[0]?.isEmpty;
      };
      assert.equal(await isEmpty(store), true);
      await store.saveSummaries();
      assert.equal(await isEmpty(windowOn(disk)), true);
      disk.append(path, message.slice(0, 40));
      assert.equal(await isEmpty(store), undefined);
      disk.append(path, message.slice(40));
      assert.equal(await isEmpty(store), undefined);
    }
  });
});
