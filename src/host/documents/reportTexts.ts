import { formatCount, formatList, plural, t } from '#base/l10n.ts';
import { adapters, agentLabel } from '#agents/registry.ts';
import type { FormatSeen, FormatsReport, NameCount } from '#protocol/formats.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import { shortenHome } from '../vscode/log.ts';

/** Where the sessions of the open folders were looked for, and of which agents, as Markdown. */
export function searchedReport(listings: readonly FolderListing[], home: string): string {
  const off = disabledAgents();
  const names = (agents: typeof adapters) =>
    formatList(
      agents.map(({ label }) => label),
      'conjunction',
    );
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

/**
 * Which kinds of records the sessions have, as Markdown to attach to an issue: names and counts, no
 * content of any session.
 *
 * @param product the version of this program.
 */
export function formatsReport({ formats, unreadable }: FormatsReport, product: string): string {
  const parts = [
    `# ${t('Formats Seen')}`,
    t(
      'What Session Browser {0} found in the sessions of this folder: names and counts only, no content.',
      product,
    ),
    ...(unreadable === 0
      ? []
      : [plural(unreadable, '1 session could not be read.', '{0} sessions could not be read.')]),
    ...formats.flatMap(partsOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

function partsOf({ agent, version, sessions, records, unknown, damaged }: FormatSeen) {
  const name = version === undefined ? agentLabel(agent) : `${agentLabel(agent)} ${version}`;
  return [
    `## ${name}`,
    plural(sessions, '1 session.', '{0} sessions.'),
    ...(damaged === 0 ? [] : [plural(damaged, '1 damaged record.', '{0} damaged records.')]),
    ...(unknown.length === 0 ? [] : [table(t('Unknown'), unknown)]),
    ...(records.length === 0 ? [] : [table(t('Understood'), records)]),
  ];
}

function table(title: string, counts: readonly NameCount[]): string {
  const rows = counts.map(({ name, count }) => `| \`${name}\` | ${formatCount(count)} |`);
  return [`| ${title} | ${t('Count')} |`, '| --- | ---: |', ...rows].join('\n');
}
