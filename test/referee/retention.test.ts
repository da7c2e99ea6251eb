import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { ClaudeCode, MessagesModel } from '../record/claude.ts';
import { Gemini, StandInModel } from './gemini.ts';
import { storeOf } from './ours.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.now();

describe('What agents delete when they start', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10 }));

  const put = (path: string, records: readonly unknown[], changed: number) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    utimesSync(path, changed / 1_000, changed / 1_000);
  };
  const idOf = (place: number) => `${String(place).repeat(8)}-0000-4000-8000-000000000000`;

  /** IDs of the sessions that are due, and of those that are not, as the list says. */
  const byOurs = async (adapter: AgentAdapter, home: string, project: string) => {
    const [listing] = await storeOf(adapter, home).list([project]);
    const sessions = listing?.sessions ?? [];
    return {
      ids: sessions.map(({ id }) => id).sort(),
      left: sessions
        .filter(({ expiresAt = Infinity }) => expiresAt > now)
        .map(({ id }) => id)
        .sort(),
    };
  };

  it('is what the list says of Claude Code’s, by its settings and the files’ dates', async () => {
    const model = new MessagesModel();
    const program = process.env.SESSION_BROWSER_CLAUDE ?? '';
    const claude = new ClaudeCode(folder, program, await model.listen());
    try {
      const { home, project } = claude;
      put(join(home, '.claude', 'settings.json'), [{ cleanupPeriodDays: 20 }], now);
      put(join(project, '.claude', 'settings.local.json'), [{ cleanupPeriodDays: 5 }], now);
      const ages = [5 * day + minute, 5 * day - 10 * minute, 90 * day, day];
      for (const [place, age] of ages.entries()) {
        const record = {
          ...{ type: 'user', uuid: '1', parentUuid: null, sessionId: idOf(place), cwd: project },
          ...{ timestamp: new Date(now - 60 * day).toISOString() },
          ...(place === 2 && { entrypoint: 'claude-desktop' }),
          message: { role: 'user', content: 'Hello' },
        };
        const name = project.replace(/[^A-Za-z0-9]/g, '-');
        const path = join(home, '.claude', 'projects', name, `${idOf(place)}.jsonl`);
        put(path, [record], now - age);
      }
      const { ids, left } = await byOurs(claudeAdapter, home, project);
      assert.deepEqual([ids.length, left], [4, [idOf(1), idOf(2), idOf(3)]]);
      // It looks when it has nothing else to do, and must not end before.
      const path = join(home, '.claude', 'projects');
      const command = `for i in $(seq 120); do find ${path} -name '${idOf(0)}*' | grep -q . || break; sleep 1; done`;
      const input = { command, description: 'Waits', timeout: 150_000 };
      model.answers = [[{ type: 'tool_use', name: 'Bash', input }]];
      await claude.say('Hello');
      const there = (await byOurs(claudeAdapter, home, project)).ids;
      assert.deepEqual(
        there.filter((id) => ids.includes(id)),
        left,
      );
    } finally {
      model.close();
    }
  });

  it('is what the list says of Gemini CLI’s, by its settings and the sessions’ dates', async () => {
    const model = new StandInModel();
    const program = process.env.SESSION_BROWSER_GEMINI ?? '';
    const gemini = new Gemini(folder, program, await model.listen());
    try {
      const { home, project } = gemini;
      await gemini.say('Hello');
      const [own = ''] = gemini.sessions();
      const settings = { general: { sessionRetention: { maxAge: '5d' } } };
      put(join(project, '.gemini', 'settings.json'), [settings], now);
      for (const [place, age] of [5 * day + minute, 5 * day - 10 * minute, 40 * day].entries()) {
        const time = new Date(now - age).toISOString();
        put(
          join(dirname(own), `session-2026-10-01T00-00-${idOf(place).slice(0, 8)}.jsonl`),
          [
            {
              ...{ sessionId: idOf(place), projectHash: 'x', kind: 'main' },
              ...{ startTime: time, lastUpdated: time },
            },
            { id: '1', type: 'user', content: [{ text: 'Hello' }], timestamp: time },
            { id: '2', type: 'gemini', content: 'Hello', timestamp: time },
            { $set: { lastUpdated: time } },
          ],
          now,
        );
      }
      const { ids, left } = await byOurs(geminiAdapter, home, project);
      assert.equal(ids.length, 4);
      assert.deepEqual(
        ids.filter((id) => !left.includes(id)),
        [idOf(0), idOf(2)],
      );
      await gemini.say('Hello again');
      const there = (await byOurs(geminiAdapter, home, project)).ids;
      assert.deepEqual(
        there.filter((id) => ids.includes(id)),
        left,
      );
    } finally {
      model.close();
    }
  });
});
