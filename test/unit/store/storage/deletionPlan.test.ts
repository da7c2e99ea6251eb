import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fixtureText } from '../../../support/fixtures.ts';
import { opencodeFiles, sessionFile, storage } from '../../../support/opencodeTree.ts';
import {
  claudePath,
  claudeSession,
  codexPath,
  codexSession,
  copilotPath,
  copilotSession,
  cursorPath,
  cursorSession,
  geminiPath,
  geminiSession,
  piPath,
  piSession,
  vscodePath,
  vscodeSession,
} from '../support/agentLogs.ts';
import { codexHome } from '../support/fixtureHome.ts';
import { home, logPath, session } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { going, kept, planned } from '../support/onDisk.ts';

describe('what is deleted with a session', () => {
  let disk: MemoryFileSystem;
  beforeEach(() => {
    disk = new MemoryFileSystem();
  });
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const withoutEnd = (path: string) => path.replace(/\.[a-z.]+$/, '');

  it('is its log alone, where its agent keeps nothing else', async () => {
    disk.put(piPath('a'), piSession('a'));
    disk.put(piPath('b'), piSession('b'));
    assert.deepEqual(await going(disk, piPath('a')), [piPath('a')]);
  });

  it('has Claude Code’s folder of the session, with sub-agents, and comes before the log', async () => {
    const log = claudePath('a');
    disk.put(log, claudeSession('a'));
    disk.put(claudePath('b'), claudeSession('b'));
    disk.put(`${withoutEnd(log)}/subagents/agent-1.jsonl`, claudeSession('a'));
    disk.put(`${withoutEnd(log)}/subagents/agent-1.meta.json`, '{}');
    disk.put(`${withoutEnd(log)}/tool-results/toolu_1.txt`, 'long');
    const { deletions } = await planned(disk, log);
    const [deletion] = deletions;
    assert.deepEqual(deletion?.files, [withoutEnd(log), log]);
    assert.deepEqual([deletion.all.files, deletion.subAgents.files, deletion.shared], [4, 1, 0]);
  });

  it('has the folder that an agent makes for each session', async () => {
    disk.put(logPath('a'), session('a'));
    disk.put(`${folderOf(logPath('a'))}/notes.md`, 'more');
    disk.put(logPath('b'), session('b'));
    disk.put(copilotPath('a'), copilotSession('a'));
    disk.put(`${folderOf(copilotPath('a'))}/workspace.yaml`, 'name: A');
    disk.put(cursorPath('a'), cursorSession('a'));
    for (const path of [logPath('a'), copilotPath('a'), cursorPath('a')]) {
      assert.deepEqual(await going(disk, path), [folderOf(path)]);
    }
  });

  it('has a sub-agents’ folder of Gemini CLI only under the ID that the session says', async () => {
    const log = geminiPath('1a2b3c4d').replace(/1a2b3c4d/, '61000000');
    disk.put(log, geminiSession('a'));
    const chats = folderOf(log);
    disk.put(`${chats}/61000000-0000-0000-0000-000000000000/x.jsonl`, geminiSession('x'));
    disk.put(`${chats}/61000000-0000-0000-0000-000000000001/y.jsonl`, geminiSession('y'));
    assert.deepEqual(await going(disk, log), [
      `${chats}/61000000-0000-0000-0000-000000000000`,
      log,
    ]);
  });

  it('has the steps in which a chat of VS Code changed files, and what it was before', async () => {
    const chat = vscodePath('a');
    const storageOf = folderOf(folderOf(chat));
    const id = withoutEnd(chat).split('/').at(-1) ?? '';
    disk.put(chat, vscodeSession('a'));
    disk.put(chat.slice(0, -1), '{}');
    disk.put(`${storageOf}/chatEditingSessions/${id}/state.json`, '{}');
    disk.put(`${storageOf}/chatEditingSessions/other/state.json`, '{}');
    assert.deepEqual(await going(disk, chat), [
      `${storageOf}/chatEditingSessions/${id}`,
      chat.slice(0, -1),
      chat,
    ]);
  });

  it('has the messages and parts of opencode’s files', async () => {
    for (const [path, text] of opencodeFiles(fixtureText('opencode', 'everyKind'))) {
      disk.put(path, text);
    }
    const sessions = disk.list(`${storage}/session/global`);
    const [name = ''] = sessions.ok ? sessions.value.map((each) => each.name) : [];
    const files = await going(disk, sessionFile(name.replace('.json', '')));
    assert.equal(files.at(-1), `${storage}/session/global/${name}`);
    assert.equal(files.at(-2), `${storage}/message/${name.replace('.json', '')}`);
    assert.ok(files.slice(0, -2).every((file) => file.startsWith(`${storage}/part/`)));
  });

  it('has all segments of a thread, and a sub-agent’s rollout', async () => {
    const segments = codexHome('codexSegments');
    const found = await planned(
      segments,
      firstOf(segments, '019e0011-7000-7000-8000-000000000011.jsonl'),
    );
    assert.equal(found.deletions[0]?.files.length, 3);
    const copied = codexHome('codexSubAgentCopy');
    const log = firstOf(copied, '019e0091-7000-7000-8000-000000000091.jsonl');
    const { deletions } = await planned(copied, log);
    assert.deepEqual([deletions[0]?.files.length, deletions[0]?.subAgents.files], [2, 1]);
    assert.equal(deletions[0]?.files.at(-1), log);
  });
});

describe('a session that stays', () => {
  it('is one at which its agent works, or that waits', async () => {
    const disk = new MemoryFileSystem();
    const now = new Date().toISOString();
    const fresh = claudeSession('a').replaceAll('2026-11-20T09:00:00.000Z', now);
    disk.put(claudePath('a'), fresh, Date.now());
    disk.put(claudePath('b'), claudeSession('b'));
    const { deletions, refused } = await planned(disk, claudePath('a'), claudePath('b'));
    assert.deepEqual(
      deletions.map(({ path }) => path),
      [claudePath('b')],
    );
    assert.deepEqual(
      refused.map(({ sentence }) => sentence),
      ['“Begin” stays: its agent is working on it.'],
    );
  });

  it('is in a database, or gone, or no session', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${home}/notes.md`, 'mine');
    const database = `${home}/.local/share/opencode/opencode.db`;
    const { deletions, refused } = await planned(
      disk,
      `${database}/ses_1`,
      claudePath('gone'),
      `${home}/notes.md`,
      home,
    );
    assert.deepEqual(deletions, []);
    assert.deepEqual(
      refused.map(({ sentence }) => sentence.replace(home, '~')),
      [
        'opencode keeps its sessions together in a database. Delete them in opencode.',
        `${claudePath('gone').replace(home, '~')} is no longer there.`,
        '~/notes.md is no longer there.',
        '~ is no longer there.',
      ],
    );
  });

  it('is the beginning of one that goes on from it, unless both go', async () => {
    const disk = codexHome('codexThreads');
    const { parent, fork } = baseIn(disk);
    const alone = await planned(disk, parent);
    assert.deepEqual(alone.deletions, []);
    assert.match(alone.refused[0]?.sentence ?? '', /goes on from it and needs its log/);
    const both = await planned(disk, parent, fork);
    assert.deepEqual(both.deletions.map(({ path }) => path).sort(), [parent, fork].sort());
  });

  it('lies behind a link', async () => {
    const disk = new MemoryFileSystem();
    disk.put('/elsewhere/log.jsonl', claudeSession('a'));
    disk.put(claudePath('b'), claudeSession('b'));
    disk.put(piPath('c'), piSession('c'));
    disk.link(claudePath('a'), '/elsewhere/log.jsonl');
    const other = piPath('b', '/elsewhere');
    disk.put(other, piSession('b'));
    disk.link(`${home}/.pi/agent/sessions/--linked--`, '/elsewhere');
    const linked = piPath('b', `${home}/.pi/agent/sessions/--linked--`);
    const { deletions, refused } = await planned(disk, claudePath('a'), linked);
    assert.deepEqual(deletions, []);
    assert.deepEqual(
      refused.map(({ sentence }) => sentence),
      [
        '“Begin” stays: a link leads to it, and what it leads to may be another’s.',
        "“pi's b” stays: a link leads to it, and what it leads to may be another’s.",
      ],
    );
  });

  it('is a copy of ours, which needs no plan', async () => {
    const disk = new MemoryFileSystem();
    const copy = claudePath('a').replace(`${home}/.claude/projects`, `${kept}/claude`);
    disk.put(copy, claudeSession('a'));
    const { deletions, copies } = await planned(disk, copy);
    assert.deepEqual([deletions, copies], [[], [{ path: copy, title: 'Begin' }]]);
    disk.put(claudePath('a'), claudeSession('a'));
    const { deletions: own } = await planned(disk, claudePath('a'));
    assert.deepEqual(
      own.map(({ files, hasCopy }) => [files, hasCopy]),
      [[[claudePath('a')], true]],
    );
  });
});

describe('the files of sessions', () => {
  const ids = ['a', 'b', 'c', '..', '.', 'a.b', '...'];
  const names = fc.constantFrom(
    ...ids.flatMap((id) => [
      ...[claudePath(id), codexPath(id), copilotPath(id), cursorPath(id), geminiPath(id)],
      ...[piPath(id), vscodePath(id), logPath(id)],
      `${home}/.claude/projects/-p/${id}.jsonl`,
      `${home}/.claude/projects/-p/${id}/subagents/agent-1.jsonl`,
      `${home}/.cursor/projects/p/agent-transcripts/x/${id}.jsonl`,
      `${home}/.cursor/chats/${id}/x/meta.json`,
      `${home}/.config/Code/User/workspaceStorage/1/chatSessions/${id}.jsonl`,
      `${home}/.config/Code/User/workspaceStorage/1/chatEditingSessions/${id}/state.json`,
      `${storage}/session/global/${id}.json`,
      `${storage}/message/${id}/m.json`,
      `${storage}/part/m/${id}.json`,
    ]),
  );
  const texts = fc.constantFrom(
    ...[claudeSession('a'), codexSession('a'), copilotSession('b'), cursorSession('c')],
    ...[geminiSession('a'), piSession('b'), vscodeSession('c'), session('a')],
    '{"info":{"id":"ses_a","directory":"/p"}}',
    '{}',
  );
  const inStore =
    /^\/home\/ann\/\.(?:(?:claude|cursor)\/projects|codex\/sessions|copilot\/session-state|cursor\/chats|gemini\/tmp|pi\/agent\/sessions|keen\/sessions|config\/Code\/User\/workspaceStorage|local\/share\/opencode\/storage\/(?:session|message|part))\/./;
  const disks = fc.array(fc.tuple(names, texts), { maxLength: 12 });

  it('never lie above a store, never are another session’s, and are there', async () => {
    await fc.assert(
      fc.asyncProperty(disks, async (files) => {
        const disk = new MemoryFileSystem();
        for (const [path, text] of files) {
          disk.put(path, text);
        }
        const paths = [...new Set(files.map(([path]) => path))];
        const plans = new Map<string, readonly string[]>();
        for (const path of paths) {
          const { deletions } = await planned(disk, path);
          for (const { files: gone } of deletions) {
            plans.set(path, gone);
            for (const file of gone) {
              assert.ok(disk.stat(file).ok, file);
              assert.doesNotMatch(file, /\/\.{0,2}(\/|$)/);
              assert.match(file, inStore);
            }
          }
        }
        for (const [path, gone] of plans) {
          for (const other of plans.keys()) {
            const isGone = gone.some((file) => other === file || other.startsWith(`${file}/`));
            assert.equal(isGone, other === path, `${path} takes ${other}`);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function firstOf(disk: MemoryFileSystem, end: string): string {
  return allFiles(disk).find((path) => path.endsWith(end)) ?? '';
}

function allFiles(disk: MemoryFileSystem, folder = `${home}/.codex`): readonly string[] {
  const listed = disk.list(folder);
  return (listed.ok ? listed.value : []).flatMap(({ name, kind }) =>
    kind === 'folder' ? allFiles(disk, `${folder}/${name}`) : [`${folder}/${name}`],
  );
}

/** A thread, and another whose history begins in it. */
function baseIn(disk: MemoryFileSystem): { readonly parent: string; readonly fork: string } {
  for (const fork of allFiles(disk).filter((path) => path.endsWith('.jsonl'))) {
    const [, base] = /"history_base":\s*\{"thread_id":\s*"([^"]+)"/.exec(disk.text(fork)) ?? [];
    const thread = /-([0-9a-f-]{36})(?:_[0-9a-f-]{36})?\.jsonl$/.exec(fork)?.[1];
    const parent = allFiles(disk).find((path) => path.endsWith(`${base}.jsonl`));
    const first = allFiles(disk).find((path) => path.endsWith(`${thread}.jsonl`));
    if (base !== undefined && parent !== undefined && first !== undefined && parent !== first) {
      return { parent, fork: first };
    }
  }
  throw new Error('The fixture has no such fork.');
}
