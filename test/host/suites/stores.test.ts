import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { agentConfigKeys } from '#host/vscode/agentSettings.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { itInFull } from '../../support/full.ts';
import { activateProduct } from '../support/extensions.ts';
import { idle, until } from '../support/until.ts';

/** Agents' stores appear, move and disappear while the window is open. */
describe('the stores of all agents', () => {
  let api: SessionBrowserApi;
  let home: string;
  let cwd: string;
  let elsewhere: string;
  const written: string[] = [];

  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const found = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME;
    assert.ok(folder !== undefined && found !== undefined);
    cwd = folder.uri.fsPath;
    home = found;
  });
  beforeEach(() => {
    elsewhere = mkdtempSync(join(tmpdir(), 'session-browser-test-'));
  });
  afterEach(async () => {
    await set({ id: 'pi' }, undefined, undefined);
    for (const path of written.splice(0)) {
      rmSync(path, { force: true });
    }
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('are followed, also those that were not there at first', async () => {
    const slug = `--${cwd.slice(1).replaceAll('/', '-')}--`;
    const places = {
      pi: join(home, '.pi', 'agent', 'sessions', slug, 'p.jsonl'),
      fen: join(home, '.local', 'state', 'fen', 'sessions', slug, 'f.jsonl'),
      agent: join(home, '.config', 'agent', 'sessions', 'a.jsonl'),
    };
    for (const [agent, path] of Object.entries(places)) {
      await noticed(() => {
        write(path, header(agent, `made-${agent}`));
      });
      await until(async () => {
        assert.ok((await ids()).includes(`${agent} made-${agent}`), `${agent} is not listed.`);
      });
    }
  });

  itInFull('are followed where an agent’s own settings put them', async () => {
    await noticed(() => {
      write(join(home, '.pi', 'agent', 'settings.json'), JSON.stringify({ sessionDir: elsewhere }));
    });
    await noticed(() => {
      write(join(elsewhere, 'moved.jsonl'), header('pi', 'moved'));
    });
    assert.ok((await ids()).includes('pi moved'));
  });

  itInFull('are followed where the user says', async () => {
    write(join(elsewhere, 'first.jsonl'), header('pi', 'first'));
    await noticed(() => set({ id: 'pi' }, true, [elsewhere]));
    assert.ok((await ids()).includes('pi first'));
    await noticed(() => {
      write(join(elsewhere, 'any folder', 'second.jsonl'), header('pi', 'second'));
    });
    await until(async () => {
      assert.ok((await ids()).includes('pi second'));
    });
    // A log of another agent among them belongs to that agent.
    await noticed(() => {
      write(join(elsewhere, 'third.jsonl'), header('agent', 'third'));
    });
    assert.ok((await ids()).includes('agent third'));
  });

  itInFull('are not listed while the agent is off', async () => {
    write(join(elsewhere, 'only.jsonl'), header('pi', 'only'));
    await noticed(() => set({ id: 'pi' }, true, [elsewhere]));
    assert.ok((await ids()).includes('pi only'));
    await noticed(() => set({ id: 'pi' }, false, [elsewhere]));
    assert.deepEqual(
      (await ids()).filter((id) => id.startsWith('pi ')),
      [],
    );
    await noticed(() => set({ id: 'pi' }, true, [elsewhere]));
    assert.ok((await ids()).includes('pi only'));
  });

  async function ids(): Promise<readonly string[]> {
    return (await api.listSessions()).map(({ agent, id }) => `${agent} ${id}`);
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    written.push(path);
  }

  /** First line of a session of this workspace, in each agent's format. */
  function header(agent: string, id: string): string {
    const dates: Readonly<Record<string, object>> = {
      pi: { version: 3, timestamp: '2026-03-15T10:00:00.000Z' },
      fen: { version: 2, timestamp: '2026-08-05T10-11-12' },
      agent: { version: 1, timestamp: '2026-02-26T14:30:12Z' },
    };
    return `${JSON.stringify({ type: 'session', id, cwd, ...dates[agent] })}\n`;
  }

  async function set(
    agent: { readonly id: string },
    enabled: boolean | undefined,
    extraRoots: readonly string[] | undefined,
  ): Promise<void> {
    const keys = agentConfigKeys(agent);
    const settings = vscode.workspace.getConfiguration();
    await settings.update(keys.extraRoots, extraRoots, vscode.ConfigurationTarget.Global);
    await settings.update(keys.enabled, enabled, vscode.ConfigurationTarget.Global);
  }

  /** Does something and waits until the extension notices by itself. */
  async function noticed(act: () => void | Promise<void>): Promise<void> {
    // Watchers also report earlier changes, and everything is scanned again once they have started.
    await idle();
    const changed = new Promise<void>((resolve) => {
      const subscription = api.onDidChangeSessions(() => {
        subscription.dispose();
        resolve();
      });
    });
    await act();
    await changed;
  }
});
