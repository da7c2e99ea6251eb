import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { aboutMarkdown } from '#core/numbers/aboutWords.ts';
import { UserError } from '#core/userError.ts';
import type { SelectedRows } from '#protocol/pages/page.ts';
import { offer, showFailure } from '../vscode/runCommand.ts';
import type { ReplayServices } from './replayServices.ts';
import { copyText } from '../vscode/copyText.ts';

/** Characters; more is a file rather than something to paste. */
const maxChars = 20_000_000;

type CopyServices = Pick<ReplayServices, 'worker' | 'log'>;

/**
 * Copies rows, or all of a session, as Markdown. If they hold likely secrets, a notification offers to copy them without.
 *
 * @returns the number of rows.
 * @throws UserError if they are too long or gone.
 */
export async function copyRows(
  services: CopyServices,
  path: string,
  rows: SelectedRows | undefined,
  signal: AbortSignal,
): Promise<number> {
  const count = await copyMarkdown(services, { path, rows, redact: false }, signal);
  vscode.window.setStatusBarMessage(
    plural(count, 'Row copied as Markdown', '{0} rows copied as Markdown'),
    3_000,
  );
  void warnOfSecrets(services, path, rows).catch((error: unknown) => {
    showFailure(error, services.log, 'copyRows');
  });
  return count;
}

/** Copies what a session was, in numbers, as Markdown. @throws UserError if it cannot be read. */
export async function copyFacts(
  { worker }: CopyServices,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await copyText(aboutMarkdown(await worker.request('session/about', { path }, signal)));
  vscode.window.setStatusBarMessage(t('Facts copied as Markdown'), 3_000);
}

async function copyMarkdown(
  { worker }: CopyServices,
  order: {
    readonly path: string;
    readonly rows: SelectedRows | undefined;
    readonly redact: boolean;
  },
  signal?: AbortSignal,
): Promise<number> {
  const texts: string[] = [];
  const { rows, total } = await worker.request(
    'session/markdown',
    { ...order, maxChars },
    signal,
    ({ text }) => {
      texts.push(text);
    },
  );
  if (rows < total) {
    throw new UserError(t('These rows are too long for the clipboard. Export them to a file.'));
  }
  await copyText(`${texts.join('').trimEnd()}\n`);
  return rows;
}

async function warnOfSecrets(
  services: CopyServices,
  path: string,
  rows: SelectedRows | undefined,
): Promise<void> {
  const { secrets } = await services.worker.request('session/scan', { path, rows });
  const count = secrets.reduce((sum, { count: ofKind }) => sum + ofKind, 0);
  if (count === 0) {
    return;
  }
  const copyRedacted = async () => {
    await copyMarkdown(services, { path, rows, redact: true });
    vscode.window.setStatusBarMessage(t('Copied without likely secrets and home paths'), 3_000);
  };
  await offer(
    'warning',
    plural(
      count,
      'What you copied contains 1 likely secret.',
      'What you copied contains {0} likely secrets.',
    ),
    [{ label: t('Copy Redacted'), run: copyRedacted }],
    services.log,
  );
}
