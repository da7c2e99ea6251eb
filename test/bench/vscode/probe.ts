import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { jobVariable, type Job, type Turns } from './job.ts';
import { turnsWhile, type Turn } from './recordTurns.ts';

const restMs = 2_000;
const patienceMs = 60_000;

/** Called by VS Code in its extension host, like a test suite. */
export async function run(): Promise<void> {
  const job = JSON.parse(process.env[jobVariable] ?? '') as Job;
  const product = vscode.extensions.getExtension<SessionBrowserApi>(
    'session-browser.session-browser',
  );
  if (product === undefined) {
    throw new Error('The extension is not installed.');
  }
  const recorded = async (work: () => Promise<unknown>): Promise<readonly Turn[]> => {
    if (job.isRecorded) {
      return turnsWhile((url) => url.includes(product.extensionPath), work);
    }
    await work();
    return [];
  };
  const rest = await recorded(() => sleep(restMs));
  const used = await recorded(async () => {
    writeFileSync(job.ready, '');
    while (!existsSync(job.done)) {
      await sleep(100);
    }
    await untilListed(await product.activate(), job.sessions);
    await sleep(restMs);
  });
  writeFileSync(job.result, JSON.stringify({ rest, used } satisfies Turns));
}

async function untilListed({ listSessions }: SessionBrowserApi, sessions: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let found = (await listSessions()).length;
  while (found < sessions) {
    if (Date.now() > deadline) {
      throw new Error(`${found} sessions of ${sessions} were listed.`);
    }
    await sleep(500);
    found = (await listSessions()).length;
  }
}
