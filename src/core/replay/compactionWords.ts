import { t } from '#base/l10n.ts';
import type { CompactionRow } from './row.ts';

export function compactionTitle(trigger: CompactionRow['trigger']): string {
  switch (trigger) {
    case 'manual':
      return t('Context compacted manually');
    case 'automatic':
      return t('Context compacted automatically');
    case 'unknown':
      return t('Context compacted');
  }
}

/** What a compaction means to a reader, in one sentence. */
export function compactionExplanation({ keepsLatest }: CompactionRow): string {
  return keepsLatest === true
    ? t(
        'From here on, the model knew earlier messages only through this summary and the latest messages before it.',
      )
    : t('From here on, the model knew earlier messages only through this summary.');
}
