import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { piAdapter } from '#agents/pi/adapter.ts';
import { isTelling } from '#core/events/summary.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { allPis, type Pi, type PiMessage, type PiSessionInfo } from './pi.ts';
import { assertSame, entriesOf, image, Messages } from './sessions.ts';
import { restored } from './restored.ts';
import { theirs } from './told.ts';
import { logLayoutOf } from '../support/logLayout.ts';

const project = '/home/user/project';
/** A real session of 974,031 bytes, which we may not redistribute. */
const realSession = '../shared/fixtures/pi/large-session.jsonl';

for (const pi of await allPis()) {
  describe(`The list of sessions in pi ${pi.version}`, () => {
    let home = '';
    let folder = '';
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'referee-'));
      folder = join(
        home,
        '.pi/agent/sessions',
        logLayoutOf(piAdapter).folderFor?.(project, hash) ?? '',
      );
      mkdirSync(folder, { recursive: true });
    });
    afterEach(() => {
      rmSync(home, { recursive: true });
    });

    it('has a session again that was deleted and restored, with all it had', async () => {
      const say = new Messages();
      const session = pi.SessionManager.create(project, folder);
      session.appendMessage(say.user('First question'));
      session.appendMessage(say.answer('Answer.'));
      const path = session.getSessionFile();
      const told = theirs(pi, session.getEntries());
      await restored(piAdapter, home, path, folder);
      const [listed, ...others] = await pi.SessionManager.list(project, folder);
      assert.deepEqual([listed?.id, others.length], [session.getSessionId(), 0]);
      const resumed = pi.SessionManager.open(path);
      assert.deepEqual(theirs(pi, resumed.getEntries()), told);
      resumed.appendMessage(say.user('And now?'));
      resumed.appendMessage(say.answer('Now, too.'));
      assertSame(pi, readFileSync(path, 'utf8'));
    });

    it('is the product’s: ids, titles, parents, dates and order', async () => {
      const say = new Messages();
      const make = (question: unknown) => {
        const session = pi.SessionManager.create(project, folder);
        session.appendMessage(say.user(question));
        session.appendMessage(say.answer('Answer.'));
        return session;
      };
      const first = make('First\n  question');
      const second = make([
        { type: 'text', text: 'Two texts' },
        { type: 'text', text: 'of a question' },
      ]);
      const third = make('x'.repeat(500));
      third.appendSessionInfo('Named in the middle');
      for (let round = 0; round < 20; round += 1) {
        third.appendMessage(say.user(`Question ${round}`));
        third.appendMessage(say.answer(`Answer ${round}.`));
      }
      const named = make('Named and renamed');
      named.appendSessionInfo('A name');
      named.appendSessionInfo(' Another\tname ');
      const renamed = make('Renamed in the middle of a long log');
      renamed.appendSessionInfo('Old name');
      renamed.appendMessage(say.answer('w'.repeat(50_000)));
      renamed.appendSessionInfo('New name');
      for (let round = 0; round < 50; round += 1) {
        renamed.appendMessage(say.answer('w'.repeat(1_000)));
      }
      const pictured = make([image]);
      pictured.appendMessage(say.user([image, { type: 'text', text: 'Words at last' }]));
      const header = { type: 'session', version: 3, id: 'said-nothing', cwd: project };
      writeFileSync(
        join(folder, '2026-03-15T10-00-00-000Z_said-nothing.jsonl'),
        `${JSON.stringify({ ...header, timestamp: '2026-03-15T09:00:00.000Z' })}\n`,
      );
      const cleared = make('Name taken away');
      cleared.appendSessionInfo('A name');
      cleared.appendSessionInfo('');
      // Only messages change a session; a late answer is one.
      second.appendSessionInfo('');
      second.appendLabelChange(second.getLeafId() ?? '', 'late');
      first.appendMessage(say.result('toolu_1', 'read', 'y'.repeat(40_000)));
      const late = first.appendMessage(say.answer('Late answer.'));
      first.appendMessage(say.result('toolu_2', 'read', 'z'.repeat(60_000)));
      const parent = first.getSessionFile();
      first.createBranchedSession(late);
      first.appendMessage(say.user('In the fork'));
      first.appendMessage(say.answer('Yes.'));
      const copy = pi.SessionManager.forkFrom(parent, project, folder);
      copy.appendMessage(say.user('In the copy'));

      const { sessions, theirs } = await listed(pi, home, folder, project);
      assert.equal(theirs.length, 10);
      assert.deepEqual(sessions.map(ours), theirs.map(asOurs));
    });

    if (existsSync(realSession)) {
      it('has the real session as the product has it, and gives a model the same', async () => {
        const path = join(folder, '2025-11-20T23-33-50-805Z_real.jsonl');
        copyFileSync(realSession, path);
        const text = readFileSync(path, 'utf8');
        assertSame(pi, text);
        const { cwd: theirCwd } = JSON.parse(text.slice(0, text.indexOf('\n'))) as PiSessionInfo;
        const before = await listed(pi, home, folder, theirCwd);
        assert.equal(before.sessions.length, 1);
        const title = firstTelling(pi, text);
        const theirs = before.theirs.map((info) => ({ ...asOurs(info), title }));
        assert.deepEqual(before.sessions.map(ours), theirs);
        // pi rewrites it in its newest version.
        pi.SessionManager.open(path);
        const rewritten = readFileSync(path, 'utf8');
        assert.notEqual(rewritten, text);
        assertSame(pi, rewritten);
        const after = await listed(pi, home, folder, theirCwd);
        assert.deepEqual(after.sessions.map(ours), theirs);
      });
    }
  });
}

async function listed(pi: Pi, home: string, folder: string, cwd: string) {
  const store = new SessionStore({
    fileSystem: new NodeFileSystem(),
    adapters: [piAdapter],
    environment: {
      home,
      platform: process.platform === 'win32' ? 'windows' : 'posix',
      variables: {},
    },
    onFault: (fault: unknown) => {
      throw fault;
    },
  });
  const theirs = await pi.SessionManager.list(cwd, folder);
  await store.list([cwd]);
  await store.searchNames();
  const [listing] = await store.list([cwd]);
  assert.ok(listing !== undefined);
  assert.deepEqual(listing.failures, []);
  return { sessions: listing.sessions, theirs };
}

/** The title differs on purpose: pi accepts a bare command (`/mode`), the extension continues. */
function firstTelling(pi: Pi, log: string): string | undefined {
  const texts = entriesOf(pi, log).flatMap((entry) => {
    const { message } = entry as { message?: PiMessage };
    return message?.role === 'user' ? [textOf(message)] : [];
  });
  const text = texts.find((each) => isTelling({ kind: 'userMessage', text: each }));
  return text === undefined ? undefined : oneLine(text, 200);
}

function textOf({ content }: PiMessage): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
}

/** Facts known to both; the extension's title is one line of limited length. */
function ours(session: SessionSummary) {
  return {
    path: session.path,
    id: session.id,
    cwd: session.cwd,
    created: session.createdAt,
    modified: session.updatedAt,
    name: session.name,
    title: session.name ?? session.firstUserMessage,
    parent: session.parent?.path,
  };
}

function asOurs(info: PiSessionInfo): ReturnType<typeof ours> {
  const name = info.name === undefined ? undefined : oneLine(info.name, 200);
  const isTitled = info.firstMessage !== '(no messages)';
  return {
    path: info.path,
    id: info.id,
    cwd: info.cwd,
    created: info.created.getTime(),
    modified: info.modified.getTime(),
    name,
    title: name ?? (isTitled ? oneLine(info.firstMessage, 200) : undefined),
    parent: info.parentSessionPath,
  };
}
