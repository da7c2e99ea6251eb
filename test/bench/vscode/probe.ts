import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { commandIds, viewIds } from '#host/vscode/contributions.ts';
import {
  doneVariable,
  jobVariable,
  productId,
  resultVariable,
  type Activation,
  type Job,
  type JobResult,
} from './job.ts';
import { TurnRecorder, type Turn } from './turnRecorder.ts';

const restMs = 2_000;
const patienceMs = 30_000;

/** Called by VS Code in its extension host, like a test suite. */
export async function run(): Promise<void> {
  const job = JSON.parse(process.env[jobVariable] ?? '') as Job;
  writeFileSync(process.env[resultVariable] ?? '', JSON.stringify(await resultOf(job)));
}

async function resultOf(job: Job): Promise<JobResult> {
  switch (job.kind) {
    case 'activation':
      return activation(job.bare);
    case 'turns':
      return turns(job.sessions, job.open);
    case 'list':
      await listed(job.sessions);
      while (!existsSync(process.env[doneVariable] ?? '')) {
        await sleep(100);
      }
      return { kind: 'list' };
  }
}

async function activation(bare: string): Promise<JobResult> {
  await sleep(restMs);
  // Sequentially: neither may wait for the other's work.
  for (const id of [bare, productId]) {
    await extensionOf(id).activate();
    await sleep(restMs / 3);
  }
  await vscode.commands.executeCommand('perfview.show');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText();
    const [ofProduct, ofBare] = [productId, bare].map((id) => figuresOf(text ?? '', id));
    if (ofProduct !== undefined && ofBare !== undefined) {
      return { kind: 'activation', product: ofProduct, bare: ofBare };
    }
    await sleep(100);
  }
  throw new Error('VS Code does not tell how long activation took.');
}

/** A table line: extension, eager, load code, call activate, finish activate, event, by. */
function figuresOf(text: string, id: string): Activation | undefined {
  const lines = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const [, , , load, call] = (lines.find(([, first]) => first === id) ?? []).map(Number);
  if (load === undefined || call === undefined) {
    return undefined;
  }
  return Number.isFinite(load) && Number.isFinite(call) ? { load, call } : undefined;
}

async function turns(sessions: number, open: string): Promise<JobResult> {
  const rest = await recorded(() => sleep(restMs));
  const list = await recorded(async () => {
    await listed(sessions);
    await sleep(500);
  });
  const opened = await recorded(async () => {
    await vscode.commands.executeCommand(commandIds.openReplay, { path: open });
    await sleep(restMs);
  });
  return { kind: 'turns', rest, list, open: opened };
}

async function recorded(work: () => Promise<unknown>): Promise<readonly Turn[]> {
  const { extensionPath } = extensionOf(productId);
  const recorder = new TurnRecorder((url) => url.includes(extensionPath));
  await recorder.start();
  await work();
  return recorder.stop();
}

/**
 * Shows the list and waits until it is complete. VS Code in the browser reads a workspace file only
 * once the server's file system is available: until then, a window may have no folders or settings,
 * and nothing to list.
 */
async function listed(sessions: number): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.sessions}.focus`);
  const product = extensionOf(productId) as vscode.Extension<SessionBrowserApi>;
  const { listSessions } = await product.activate();
  const deadline = Date.now() + patienceMs;
  let found = (await listSessions()).length;
  while (found < sessions && Date.now() < deadline) {
    await sleep(500);
    found = (await listSessions()).length;
  }
  if (found >= sessions) {
    return;
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const agents = vscode.workspace.getConfiguration().get('sessionBrowser.agents');
  throw new Error(
    `${found} sessions of ${sessions} were listed, of ${folders.join(', ')}, by the settings ${JSON.stringify(agents)}.`,
  );
}

function extensionOf(id: string): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) {
    throw new Error(`${id} is not installed.`);
  }
  return extension;
}
