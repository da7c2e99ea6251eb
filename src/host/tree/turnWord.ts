import { t } from '#base/l10n.ts';
import type { TurnState } from '#core/session.ts';

/** What an agent is doing, as a list says it. */
export function turnWord(turn: TurnState): string {
  switch (turn) {
    case 'running':
      return t('Running');
    case 'waiting':
      return t('Waiting for you');
    case 'done':
      return t('Done');
  }
}
