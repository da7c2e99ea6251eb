import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { commandIds } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { OwnCalls } from '../support/ownCalls.ts';
import { closeEditors, replayTabs } from '../support/sessionList.ts';
import { isFull, itInFull } from '../../support/full.ts';
import { idle, until } from '../support/until.ts';

/**
 * Idle time after which the worker ends, and hidden time after which a replay's session is closed.
 */
const minute = 60_000;

describe('idle work', () => {
  let api: SessionBrowserApi;
  let calls: OwnCalls;
  let sessions: readonly KeenSession[];

  before(async () => {
    const product = await activateProduct();
    api = product.exports as SessionBrowserApi;
    sessions = Array.from(
      { length: 20 },
      (_, place) =>
        new KeenSession(
          `99999999-0000-4000-8000-0000000000${String(place).padStart(2, '0')}`,
          said(`Session ${place}`),
          // The list looks again for what waits only while something is at work.
          answered('Done'),
        ),
    );
    await closeEditors();
    // Watchers have reported the new sessions.
    await idle();
    calls = new OwnCalls((stack) => stack.includes(product.extensionPath));
    // The counter does not know the thread already running, so that one has to end first.
    await until(async () => {
      await api.listSessions();
      calls.elapse(minute);
      assert.equal(calls.started, 1);
    });
  });
  after(async () => {
    calls.restore();
    await closeEditors();
    for (const session of sessions) {
      session.remove();
    }
  });
  beforeEach(async () => {
    await closeEditors();
    // A replay just brought to the front may have revealed the list of sessions.
    await vscode.commands.executeCommand('workbench.view.explorer');
    await ended();
    calls.sent.length = 0;
  });

  /** Ends the worker thread as after an idle minute. */
  async function ended(): Promise<void> {
    await api.listSessions();
    await until(() => {
      assert.deepEqual(calls.waiting(), [minute]);
    });
    calls.elapse(minute);
    await until(() => {
      assert.equal(calls.threads.size, 0);
    });
  }

  it('is no thread, no timer and no interval', async () => {
    assert.deepEqual(calls.waiting(), []);
    assert.equal(calls.intervals, 0);
    assert.equal(calls.threads.size, 0);
    const { started } = calls;
    assert.ok((await api.listSessions()).length >= sessions.length);
    assert.deepEqual([calls.started - started, calls.threads.size], [1, 1]);
  });

  it('is none for a change on disk while the list is hidden', async () => {
    const { started } = calls;
    sessions[0]!.append(said('More'), answered('Done'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal(calls.started, started);
    assert.deepEqual(calls.sent, []);
    assert.equal(await api.getLastUserMessage(sessions[0]!), 'More');
  });

  it('is a replay that can be seen, which follows its log', async () => {
    const [session] = sessions;
    await open(session!);
    await until(() => {
      assert.ok(calls.requests().includes(`rows/around ${session!.path}`));
    });
    calls.elapse(minute);
    assert.deepEqual(
      calls.requests().filter((name) => name.startsWith('worker/')),
      [],
      'The thread is kept.',
    );
    calls.sent.length = 0;
    session!.append(said('And more'), answered('Done'));
    await until(() => {
      assert.ok(calls.requests().includes(`session/refresh ${session!.path}`));
    });
  });

  itInFull(
    'is nothing of a replay that has been hidden for a minute, until it is shown again',
    async () => {
      const [one, other] = sessions;
      for (const session of [one!, other!]) {
        await open(session);
        await until(() => {
          assert.ok(about(session).includes('rows/read'));
        });
      }
      await until(() => {
        assert.deepEqual(calls.waiting(), [minute], 'That of the hidden one.');
      });
      calls.elapse(minute);
      assert.deepEqual(closed(), [one!.path]);
      calls.sent.length = 0;
      await open(one!);
      await until(() => {
        assert.equal(about(one!)[0], 'session/open');
        assert.ok(about(one!).includes('rows/read'));
      });
    },
  );

  itInFull('is nothing of many replays that were opened and closed', async () => {
    const before = leftovers();
    const rounds = isFull ? 10 : 1;
    for (let round = 0; round < rounds; round += 1) {
      for (const session of sessions) {
        await vscode.commands.executeCommand(commandIds.openReplay, { path: session.path });
      }
      await until(() => {
        assert.equal(replayTabs().length, sessions.length);
      });
      await closeEditors();
    }
    await until(() => {
      const opened = rounds * sessions.length;
      assert.deepEqual([count('session/open'), closed().length], [opened, opened]);
    });
    await ended();
    assert.deepEqual(leftovers(), before);
    assert.deepEqual([calls.waiting(), calls.intervals, calls.threads.size], [[], 0, 0]);
  });

  function about({ path }: KeenSession): readonly string[] {
    return calls
      .requests()
      .filter((request) => request.endsWith(path))
      .map((request) => request.split(' ')[0]!)
      .filter((name, place, names) => name !== names[place - 1]);
  }

  /** Session paths. */
  function closed(): readonly string[] {
    return calls.aborted().flatMap((request) => {
      const [name, path] = request.split(' ');
      return name === 'session/open' && path !== undefined ? [path] : [];
    });
  }

  function count(name: string): number {
    return calls.requests().filter((request) => request.startsWith(`${name} `)).length;
  }
});

/** Open log descriptors of this process, and temporary folders. */
function leftovers(): readonly string[] {
  const home = process.env.SESSION_BROWSER_TEST_HOME ?? '';
  const open = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // The descriptor that listed the folder itself.
      return '';
    }
  });
  // The product's own. Those of other tests have a word more.
  const temporary = readdirSync(tmpdir()).filter((name) =>
    /^session-browser-(database-)?\w{6}$/.test(name),
  );
  return [...open.filter((path) => path.startsWith(home) && path.endsWith('.jsonl')), ...temporary];
}

async function open({ path }: KeenSession): Promise<void> {
  await vscode.commands.executeCommand(commandIds.openReplay, { path });
}
