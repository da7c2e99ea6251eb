import { t } from '#base/l10n.ts';
import type { RowLevel } from '#protocol/pages/page.ts';

/** Levels of the transcript, from the least to the most, what went wrong, and the model's side. */
export const shownLevels = [
  'prompts',
  'dialogue',
  'skim',
  'all',
  'trouble',
  'context',
] as const satisfies readonly (RowLevel | 'context')[];

export type ShownLevel = (typeof shownLevels)[number];

export const levelNames = (): Readonly<Record<ShownLevel, string>> => ({
  prompts: t('Prompts'),
  dialogue: t('Messages'),
  skim: t('Skim'),
  all: t('Everything'),
  trouble: t('Trouble'),
  context: t('Model Context'),
});
