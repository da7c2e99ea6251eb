import { t } from '#base/l10n.ts';
import type { SessionSummary, TurnState } from '#core/events/session.ts';

/** A command may run for long without a word in the log, and a killed agent leaves none either. */
const runningMs = 10 * 60_000;
/** People answer later than programs. */
const waitingMs = 60 * 60_000;

/**
 * What the agent is doing now, as far as its log tells; undefined if that was too long ago.
 *
 * @param now epoch ms.
 */
export function turnNow(
  { turn, updatedAt }: Pick<SessionSummary, 'turn' | 'updatedAt'>,
  now: number,
): TurnState | undefined {
  return now - updatedAt < (turn === 'running' ? runningMs : waitingMs) ? turn : undefined;
}

/** What an agent is doing, as a list says it. */
export function turnWord(turn: TurnState): string {
  const words = { running: t('Running'), waiting: t('Waiting for you'), done: t('Done') };
  return words[turn];
}
