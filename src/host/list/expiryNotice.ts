import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { agentLabel } from '#agents/registry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { timeUntil } from '../vscode/relativeTime.ts';

/** Later than this is of no interest. */
const longestMs = 365 * 24 * 60 * 60 * 1_000;

/** When its agent deletes a session, as a sentence; undefined if it keeps it, as far as is known. */
export function deletionText(
  { agent, expiresAt = Infinity }: Pick<SessionSummary, 'agent' | 'expiresAt'>,
  now: number,
): string | undefined {
  if (expiresAt - now > longestMs) {
    return undefined;
  }
  const when = timeUntil(expiresAt, now, vscode.env.language);
  const label = agentLabel(agent);
  return when === undefined
    ? t('{0} deletes it the next time it starts', label)
    : t('{0} deletes it {1}', label, when);
}
