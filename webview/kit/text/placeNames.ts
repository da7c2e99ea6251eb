import { t } from '#base/l10n.ts';
import type { NumbersPlace } from '#protocol/pages/numbersPage.ts';

export function agentName(agent: string, { agents }: Pick<NumbersPlace, 'agents'>): string {
  return agents.find(({ id }) => id === agent)?.label ?? agent;
}

/** @param folder empty if it is unknown. */
export function folderName(folder: string, { home }: Pick<NumbersPlace, 'home'>): string {
  const rest = folder.slice(home.length);
  const isBelow = home.length > 1 && folder.startsWith(home) && /^(?:$|[\\/])/.test(rest);
  return folder === '' ? t('Unknown Folder') : isBelow ? `~${rest}` : folder;
}
