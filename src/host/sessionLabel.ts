import * as vscode from 'vscode';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/session.ts';

/** Longer than any sidebar; the tooltip has more. */
const labelLength = 120;

/** How a session is called in lists and titles: its first message as one harmless line. */
export function sessionLabel(session: Pick<SessionSummary, 'firstUserMessage'>): string {
  const label = oneLine(session.firstUserMessage ?? '', labelLength);
  return label === '' ? vscode.l10n.t('(no message yet)') : label;
}
