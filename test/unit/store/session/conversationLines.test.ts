import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { fenAdapter } from '#agents/fen/adapter.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { LineSplitter } from '#core/jsonl/lineSplitter.ts';
import { ConversationLines } from '#store/session/conversation/conversationLines.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { piPath, piSession, storeOfAll } from '../support/agentLogs.ts';
import { keenStore, line, logPath, session, turnLine, userLine } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const agents: Readonly<Record<string, AgentAdapter>> = {
  keen: keenAdapter,
  fen: fenAdapter,
  agent: agentAdapter,
  pi: piAdapter,
};

function entriesOf(log: Buffer, { decode }: AgentAdapter, shortLog: number) {
  const lines = new ConversationLines(decode, shortLog);
  const splitter = new LineSplitter();
  splitter.each(log, (line) => {
    lines.push(line);
  });
  const tail = splitter.tail();
  if (tail !== undefined) {
    lines.push(tail);
  }
  const missing = lines.missing();
  for (const source of missing) {
    const bytes = log.subarray(source.offset, source.offset + source.length);
    lines.add({ bytes, source, windowsEnd: false });
  }
  return { entries: lines.entries(), readAgain: missing.length };
}

describe('the lines of a conversation', () => {
  for (const [agent, adapter] of Object.entries(agents)) {
    it(`of ${agent} say the same whether they are kept or read again`, () => {
      let again = 0;
      for (const { name, bytes } of fixtureFiles(agent)) {
        const log = Buffer.from(bytes);
        const kept = entriesOf(log, adapter, Infinity);
        assert.equal(kept.readAgain, 0, name);
        const read = entriesOf(log, adapter, 0);
        assert.deepEqual(read.entries, kept.entries, name);
        again += read.readAgain;
      }
      assert.ok(again > 20);
    });
  }

  const long = 'w'.repeat(1_100_000);
  const pi = (n: number, parent: number | null, entry: object) =>
    line({
      id: `bb00000${n}`,
      parentId: parent === null ? null : `bb00000${parent}`,
      timestamp: '2026-03-15T10:00:05.000Z',
      ...entry,
    });
  const says = (role: 'user' | 'assistant', text: string) => ({
    type: 'message',
    message: { role, content: [{ type: 'text', text }], timestamp: 1_773_568_805_000 },
  });

  it('are read again where a compaction left them, and no others', async () => {
    const before =
      piSession('a').split('\n', 1).join('') +
      '\n' +
      pi(1, null, says('user', 'Begin')) +
      pi(2, 1, says('assistant', long));
    const gone = pi(3, 2, says('user', 'Gone')) + pi(4, 3, says('assistant', long));
    const kept = pi(5, 4, says('user', 'Kept')) + pi(6, 5, says('assistant', 'Yes'));
    const compaction = pi(7, 6, {
      type: 'compaction',
      summary: 'All that was',
      firstKeptEntryId: 'bb000005',
      tokensBefore: 9,
    });
    const after = pi(8, 7, says('user', 'Go on'));
    const disk = new MemoryFileSystem();
    const path = piPath('a');
    disk.put(path, before + gone + kept + compaction + after);
    const store = storeOfAll(disk);
    store.summarize(path);
    disk.resetWork();
    const { messages } = await conversationOf(store, path);
    const texts = messages.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : ''));
    assert.ok(texts[0]?.includes('All that was'));
    assert.deepEqual(texts.slice(1), ['Kept', 'Yes', 'Go on']);
    const again = kept + compaction + after;
    // Without line feeds.
    const bytes = before.length + gone.length + kept.length + compaction.length + after.length;
    assert.equal(disk.work.bytesRead, bytes + again.length - again.split('\n').length + 1);
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('are those of the new log where it is replaced before they are read again', async () => {
    const disk = new MemoryFileSystem();
    const path = piPath('a');
    const header = `${piSession('a').split('\n', 1).join('')}\n`;
    disk.put(path, header + pi(1, null, says('user', long)) + pi(2, 1, says('user', 'Old')));
    const store = storeOfAll(disk);
    store.summarize(path);
    let reads = 0;
    disk.beforeRead = () => {
      reads += 1;
      // The end of the original log; the rest is another file.
      if (reads === 2) {
        disk.put(path, header + pi(1, null, says('user', 'Anew')));
      }
    };
    const { messages } = await conversationOf(store, path);
    const texts = messages.flatMap(({ parts }) =>
      parts.map((part) => 'text' in part && part.text.slice(0, 9)),
    );
    assert.deepEqual(texts, ['Anew']);
    assert.ok(reads > 2);
  });

  it('are given up where it is replaced whenever they are read again', async () => {
    const disk = new MemoryFileSystem();
    const path = piPath('a');
    const header = `${piSession('a').split('\n', 1).join('')}\n`;
    const content = header + pi(1, null, says('user', long)) + pi(2, 1, says('user', 'Old'));
    disk.put(path, content);
    const store = storeOfAll(disk);
    store.summarize(path);
    let reads = 0;
    disk.beforeRead = () => {
      reads += 1;
      disk.put(path, content);
    };
    await assert.rejects(conversationOf(store, path), {
      name: 'UserError',
      message: `${path} changes too fast to be read. Try again in a moment.`,
    });
    assert.ok(reads < 20, `${reads} reads`);
  });

  it('of Keen are read once, though turns hold much more than they say', async () => {
    const disk = new MemoryFileSystem();
    const path = logPath('a');
    const tool = (output: string) => ({ kind: 'tool_end', tool_end: { name: 'read', output } });
    let log = session('a');
    for (let turn = 0; turn < 6; turn += 1) {
      log += turnLine(10 + turn, `Answer ${turn}`, [tool('o'.repeat(400_000))]);
    }
    disk.put(path, log);
    const store = keenStore(disk);
    store.summarize(path);
    disk.resetWork();
    const { messages } = await conversationOf(store, path);
    const last = messages.at(-1)?.parts[0];
    assert.ok(last?.type === 'text' && last.text === 'Answer 5');
    assert.equal(disk.work.bytesRead, log.length);
    disk.append(path, userLine(20, 'And?'));
    assert.equal((await conversationOf(store, path)).messages.length, messages.length + 1);
  });
});
