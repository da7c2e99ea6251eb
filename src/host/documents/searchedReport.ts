import { intlLocale, t } from '#base/l10n.ts';
import { adapters } from '#agents/registry.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import { shortenHome } from '../vscode/log.ts';

/** Where the sessions of the open folders were looked for, and of which agents, as Markdown. */
export function searchedReport(listings: readonly FolderListing[], home: string): string {
  const off = disabledAgents();
  const names = (agents: typeof adapters) =>
    new Intl.ListFormat(intlLocale()).format(agents.map(({ label }) => label));
  const code = (path: string) => `\`${shortenHome(path, home).replaceAll('`', '')}\``;
  const looked = adapters.filter((adapter) => !off.includes(adapter));
  const parts = [
    `# ${t('Searched Folders')}`,
    t('Looked for sessions of {0}.', names(looked)),
    ...(off.length === 0 ? [] : [t('Turned off in settings: {0}.', names(off))]),
    ...listings.flatMap(({ folder, searched }) => [
      `## ${code(folder)}`,
      searched.map((path) => `- ${code(path)}`).join('\n'),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}
