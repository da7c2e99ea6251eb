import { t } from '#base/l10n.ts';
import type { OutlineEntry, OutlineMarker } from '#protocol/pages/outline.ts';
import type { IconName } from '../../kit/widgets/Icon.tsx';

export const markerIcons: Readonly<Record<OutlineMarker['kind'], IconName>> = {
  compaction: 'archive',
  fork: 'repo-forked',
  branch: 'git-branch',
};

const markerWords = (kind: OutlineMarker['kind']): string =>
  ({
    compaction: t('Context compacted'),
    fork: t('Forked from another session'),
    branch: t('Branches'),
  })[kind];

/** One line for an entry of the outline. */
export function outlineWords(entry: OutlineEntry): string {
  if (entry.kind !== 'prompt') {
    return markerWords(entry.kind);
  }
  return entry.text === '' ? t('Prompt without text') : entry.text;
}
