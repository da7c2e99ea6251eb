import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { UserError, type WayOut } from '#core/userError.ts';
import { AbortError, RemoteError } from '#protocol/channel/endpoint.ts';
import type { CommandId } from './contributions.ts';
import type { Log } from './log.ts';
import { notify } from './notification.ts';

/** Runs a command; failures reach the user as a sentence, and the log with their stack. */
export async function runCommand(
  id: CommandId,
  log: Log,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    showFailure(error, log, id);
    return undefined;
  }
}

/**
 * Reports a failure to the user: the sentence and ways out if the error has them, else a pointer to
 * the log. Canceling is not a failure.
 *
 * @param doing what was being done, for the log.
 */
export function showFailure(error: unknown, log: Log, doing: string): void {
  if (error instanceof AbortError || error instanceof vscode.CancellationError) {
    return;
  }
  const showLog: WayOut = {
    label: t('Show Log'),
    run: () => log.show(),
  };
  if (error instanceof UserError) {
    log.info('commands', 'told the user why not', { doing });
    void offer('error', error.message, error.waysOut, log);
  } else if (error instanceof RemoteError) {
    log.error('commands', 'the worker could not', error, { doing });
    void offer('error', error.message, [showLog], log);
  } else {
    log.error('commands', 'failed', error, { doing });
    void offer(
      'error',
      t('Session Browser ran into a problem. See its log for details.'),
      [showLog],
      log,
    );
  }
}

/** Shows a notification with a button for each way. Never rejects: a way that fails says so. */
export async function offer(
  kind: 'error' | 'warning' | 'information',
  sentence: string,
  ways: readonly WayOut[],
  log: Log,
): Promise<void> {
  const chosen = await notify(kind, sentence, ...ways.map(({ label }) => label));
  try {
    await ways.find(({ label }) => label === chosen)?.run();
  } catch (error) {
    showFailure(error, log, chosen ?? 'wayOut');
  }
}
