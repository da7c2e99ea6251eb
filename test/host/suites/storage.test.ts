import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { projectFolderOf } from '#agents/claude/places.ts';
import { commandIds, storageViewType } from '#host/vscode/contributions.ts';
import type { ProcessState } from '#core/events/sessionState.ts';
import { deleteSessions } from '#host/list/deleteSessions.ts';
import type { DeletionDialogs } from '#host/list/deletionDialogs.ts';
import type { SessionCatalog } from '#host/list/sessionCatalog.ts';
import type { WorkerClient } from '#host/worker/workerClient.ts';
import type { DeletionPlan } from '#protocol/storage.ts';
import { silentLog } from '../../unit/host/silentLog.ts';
import { closeEditors } from '../support/sessionList.ts';
import { until } from '../support/until.ts';
import { catalogOf, installedWorker } from '../support/worker.ts';

const id = '5e550000-0000-4000-8000-0000000de1e7';

describe('what sessions take on the disk', () => {
  const home = process.env.SESSION_BROWSER_TEST_HOME ?? '';
  let worker: WorkerClient;
  let catalog: SessionCatalog;
  let folder: string;

  before(async () => {
    worker = await installedWorker();
    catalog = catalogOf(worker);
    const [cwd = ''] = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    folder = join(home, '.claude', 'projects', projectFolderOf(cwd));
    const line = (text: string) =>
      `${JSON.stringify({
        ...{ type: 'user', uuid: 'u1', parentUuid: null, sessionId: id, cwd },
        timestamp: '2026-11-20T09:00:00.000Z',
        message: { role: 'user', content: text },
      })}\n`;
    put(`${id}.jsonl`, line('Soon in the trash'));
    put(`${id}/subagents/agent-1.jsonl`, line('A part of it'));
    put(`${id}/tool-results/toolu_1.txt`, 'A long output');
  });
  after(async () => {
    worker.dispose();
    catalog.dispose();
    rmSync(join(folder, id), { recursive: true, force: true });
    rmSync(join(folder, `${id}.jsonl`), { force: true });
    await closeEditors();
  });

  function put(name: string, text: string): void {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  it('is in one tab, however often it is asked for', async () => {
    await vscode.commands.executeCommand(commandIds.showStorage);
    await vscode.commands.executeCommand(commandIds.showStorage);
    await until(() => {
      const tabs = vscode.window.tabGroups.all
        .flatMap(({ tabs: all }) => all)
        .filter(
          ({ input }) =>
            input instanceof vscode.TabInputWebview && input.viewType.endsWith(storageViewType),
        );
      assert.deepEqual(
        tabs.map(({ label }) => label),
        ['Session Storage'],
      );
    });
  });

  it('goes into the trash with its sub-agents, after a question', async () => {
    const path = join(folder, `${id}.jsonl`);
    const plans: DeletionPlan[] = [];
    let isConfirmed = false;
    /** Whether the user agreed to that: a machine without a desktop has no trash. */
    const permanent: boolean[] = [];
    const dialogs: DeletionDialogs = {
      confirm: (plan, hasTrash) => {
        plans.push(plan);
        permanent.push(!hasTrash);
        return Promise.resolve(isConfirmed);
      },
      confirmPermanent: () => {
        permanent.push(true);
        return Promise.resolve(true);
      },
    };
    const gone: string[] = [];
    let process: ProcessState | undefined = { pid: 4242 };
    const processes = { of: () => process, refresh: () => Promise.resolve() };
    const remove = () =>
      deleteSessions(
        { worker, catalog, everywhere: catalog, states: { processes }, log: silentLog },
        [path],
        (files) => gone.push(...files),
        dialogs,
      );
    await catalog.refresh();
    await assert.rejects(remove(), /process 4242 has it open/);
    process = undefined;
    assert.deepEqual(await remove(), []);
    assert.ok(existsSync(path));

    isConfirmed = true;
    assert.deepEqual(await remove(), [path]);
    assert.deepEqual(gone, [join(folder, id), path]);
    assert.deepEqual(
      plans[1]?.deletions.map(({ all, subAgents }) => [all.files, subAgents.files]),
      [[3, 1]],
    );
    assert.ok(!existsSync(path));
    assert.ok(!existsSync(join(folder, id)));
    await catalog.refresh();
    assert.equal(catalog.find(path), undefined);
    assert.ok(permanent.includes(true) || inTrash(`${id}.jsonl`));
  });
});

/** By the specification of freedesktop.org; elsewhere nothing is known of it. */
function inTrash(name: string): boolean {
  if (process.platform !== 'linux') {
    return true;
  }
  const data = process.env.XDG_DATA_HOME ?? join(process.env.HOME ?? '', '.local', 'share');
  const info = join(data, 'Trash', 'info');
  return (existsSync(info) ? readdirSync(info) : []).some(
    (each) => each.startsWith(name) && readFileSync(join(info, each), 'utf8').includes(name),
  );
}
