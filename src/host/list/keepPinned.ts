import * as vscode from 'vscode';
import type { SessionSummary } from '#core/events/session.ts';
import { configKeys } from '../vscode/contributions.ts';
import { settings } from '../vscode/settings.ts';
import type { ChatServices } from './services.ts';

/** A session that is being written is not copied again for each line. */
const delayMs = 5_000;

/** Keeps copies of pinned sessions up to date while the setting says so. */
export function keepPinned({
  catalog,
  everywhere,
  worker,
  log,
}: Pick<ChatServices, 'catalog' | 'everywhere' | 'worker' | 'log'>): vscode.Disposable {
  const catalogs = [catalog, everywhere];
  /** How each was when it was last copied, or could not be. */
  const seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const due = () =>
    catalogs
      .flatMap((each) => each.all())
      .filter(
        (session) =>
          session.marks?.isPinned === true &&
          session.isKept !== true &&
          seen.get(session.path) !== stateOf(session),
      );
  const keep = async () => {
    for (const session of settings.keepPinned() ? due() : []) {
      const { path } = session;
      seen.set(path, stateOf(session));
      try {
        await worker.request('session/keep', { path });
      } catch (error) {
        log.warn('marks', 'pinned session not kept', { path, reason: String(error) });
      }
    }
  };
  const plan = () => {
    if (timer === undefined && settings.keepPinned() && due().length > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        void keep();
      }, delayMs);
    }
  };
  return vscode.Disposable.from(
    ...catalogs.map((each) => each.onDidChange(plan)),
    settings.onDidChange(configKeys.keepPinned, plan),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}

function stateOf({ size, updatedAt }: SessionSummary): string {
  return `${size} ${updatedAt}`;
}
