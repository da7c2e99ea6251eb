import assert from 'node:assert/strict';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { formatsSeen } from '#store/numbers/formatsSeen.ts';
import { home, keenStore, line, logPath, project, session } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const noProgress = () => Promise.resolve();

describe('the formats of sessions', () => {
  it('are names and counts by agent and version, without any content', async () => {
    const disk = new MemoryFileSystem();
    const keen = logPath('a');
    disk.put(
      keen,
      `${session('a', { text: 'My secret' })}${line({ seq: 4, kind: 'branch_created' })}{"seq":5,\n`,
    );
    const claude = `${home}/.claude/projects/-home-ann-project/5e550000-0000-4000-8000-000000000003.jsonl`;
    const said = (version: string, type: string, content: unknown) =>
      line({
        type,
        version,
        uuid: `${version}-${type}`,
        parentUuid: null,
        sessionId: '5e550000-0000-4000-8000-000000000003',
        timestamp: '2026-07-20T09:15:04Z',
        cwd: project,
        message: { role: type, content },
      });
    disk.put(
      claude,
      [
        line({ type: 'summary', summary: 'My secret', leafUuid: 'x' }),
        said('2.0.1', 'user', 'My secret'),
        said('2.1.0', 'assistant', [{ type: 'text', text: 'No.' }, { type: 'hologram' }]),
        said('2.1.0', 'My secret', 'Content'),
      ].join(''),
    );
    const store = keenStore(disk, { adapters: [keenAdapter, claudeAdapter] });
    const report = await formatsSeen(store, [keen, claude, logPath('gone')], noProgress);
    assert.deepEqual(report, {
      formats: [
        {
          agent: 'keen',
          sessions: 1,
          records: [
            { name: 'assistant_turn', count: 1 },
            { name: 'session_started', count: 1 },
            { name: 'user_message', count: 1 },
          ],
          unknown: [{ name: 'branch_created', count: 1 }],
          damaged: 1,
        },
        {
          agent: 'claude',
          version: '2.0.1',
          sessions: 1,
          records: [
            { name: 'summary', count: 1 },
            { name: 'user', count: 1 },
          ],
          unknown: [],
          damaged: 0,
        },
        {
          agent: 'claude',
          version: '2.1.0',
          sessions: 1,
          records: [{ name: 'assistant', count: 1 }],
          unknown: [
            { name: 'hologram', count: 1 },
            { name: 'other', count: 1 },
          ],
          damaged: 0,
        },
      ],
      unreadable: 1,
    });
    assert.doesNotMatch(JSON.stringify(report), /secret/);
  });

  it('end when nobody wants them', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a').repeat(20_000));
    const abort = new AbortController();
    const reading = formatsSeen(keenStore(disk), [logPath('a')], noProgress, abort.signal);
    abort.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('stay few with ever new names', async () => {
    const disk = new MemoryFileSystem();
    const letters = (number: number) =>
      String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
    const many = Array.from({ length: 2_000 }, (_, index) =>
      line({ seq: index + 2, kind: `kind_${letters(index)}` }),
    );
    disk.put(logPath('a'), session('a') + many.join(''));
    const report = await formatsSeen(keenStore(disk), [logPath('a')], noProgress);
    const [{ unknown } = { unknown: [] }] = report.formats;
    assert.ok(unknown.length <= 301);
    assert.equal(
      unknown.reduce((sum, { count }) => sum + count, 0),
      2_000,
    );
  });
});
