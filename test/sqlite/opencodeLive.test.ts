import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addMessage, addSession, createTables } from '../demo/writeOpencode.mjs';
import { project, run } from '../support/agentDatabase.ts';
import { temporaryCopies } from './support/home.ts';
import { OpencodeHome } from './support/opencodeHome.ts';

describe('the database of an opencode that is running', () => {
  let home: OpencodeHome;
  beforeEach(() => {
    home = new OpencodeHome();
  });
  afterEach(() => {
    home.dispose();
  });

  it('is followed while opencode writes, without a trace beside it', async () => {
    const connection = home.writer();
    run(connection, 'PRAGMA journal_mode = WAL');
    createTables(connection);
    const id = 'ses_live01';
    const time = { created: 1_795_000_000_000 };
    const head = { info: { id, directory: project, title: 'Live', time } };
    addSession(connection, JSON.stringify(head));
    const info = { sessionID: id, time };
    const say = (number: number, role: string, text: string) => {
      addMessage(connection, {
        info: { ...info, id: `msg_${number}`, role, time: { created: time.created + number } },
        parts: [{ id: `prt_${number}`, type: 'text', text }],
      });
    };
    say(1, 'user', 'Question');
    say(2, 'assistant', 'Ans');
    const store = home.store();
    const session = join(home.database, `${id}.jsonl`);
    store.open(session);
    const reader = store.reader(session);
    const texts = () =>
      reader.rows('all', 0, 10).rows.map((row) => ('text' in row ? row.text.text : row.kind));
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Ans']);

    const rewrite = (number: number, text: string) => {
      run(
        connection,
        `UPDATE part SET data = ?, time_updated = time_updated + 1 WHERE id = 'prt_${number}'`,
        JSON.stringify({ type: 'text', text }),
      );
    };
    rewrite(2, 'Answer');
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Answer']);
    say(3, 'user', 'Another');
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Answer', 'Another']);
    // What was being written is not what makes the replay begin again.
    assert.equal(reader.state().generation, 1);
    rewrite(1, 'Another question');
    await reader.indexAll();
    assert.deepEqual(texts(), ['Another question', 'Answer', 'Another']);
    assert.equal(reader.state().generation, 2);

    run(connection, `UPDATE session SET revert = '{"messageID":"msg_3"}'`);
    const { messages } = await conversationOf(store, session);
    assert.equal(messages.length, 2);
    assert.deepEqual(temporaryCopies(), []);
    assert.deepEqual(readdirSync(dirname(home.database)).sort(), [
      'opencode.db',
      'opencode.db-shm',
      'opencode.db-wal',
    ]);
    store.close(session);
  });

  it('says whether opencode is at work, as long as it wrote lately', async () => {
    const connection = home.writer();
    createTables(connection);
    const turnOf = async () => {
      const [listing] = await home.store().list([project]);
      return listing?.sessions.map(({ id, turn }) => [id, turn]);
    };
    const add = (id: string, created: number) => {
      addSession(
        connection,
        JSON.stringify({ info: { id, directory: project, title: id, time: { created } } }),
      );
      const say = (
        number: number,
        info: {
          readonly time: { readonly created: number; readonly completed?: number };
          readonly [key: string]: unknown;
        },
      ) => {
        addMessage(connection, {
          info: { sessionID: id, id: `msg_${id}${number}`, ...info },
          parts: [],
        });
      };
      say(1, { role: 'user', time: { created: created + 1 } });
      say(2, { role: 'assistant', time: { created: created + 2 } });
      return say;
    };
    const now = Date.now();
    const say = add('ses_live01', now);
    add('ses_left01', now - 24 * 3_600_000);
    assert.deepEqual(await turnOf(), [
      ['ses_live01', 'running'],
      ['ses_left01', undefined],
    ]);
    const completed = now + 4;
    say(3, { role: 'assistant', time: { created: now + 3, completed }, finish: 'stop' });
    assert.deepEqual((await turnOf())?.[0], ['ses_live01', 'done']);
  });
});
