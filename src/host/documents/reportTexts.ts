import { formatCount, formatList, plural, t } from '#base/l10n.ts';
import { adapters, agentLabel } from '#agents/registry.ts';
import type { FormatSeen, NameCount } from '#protocol/formats.ts';
import type { PlaceReport, StoresReport } from '#protocol/places.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import { shortenHome } from '../vscode/log.ts';

/**
 * Where the sessions of all agents are, whose they are and of which kinds their records are, as Markdown
 * to attach to an issue: names and counts, no content of any session.
 *
 * @param options.version of this program.
 */
export function storesReport(
  { places, formats, unreadable }: StoresReport,
  { home, version }: { readonly home: string; readonly version: string },
): string {
  const off = disabledAgents();
  const parts = [
    `# ${t('Where Are My Sessions')}`,
    t(
      'What Session Browser {0} found on this machine: names and counts only, no content of any session.',
      version,
    ),
    t(
      '“This folder” includes the folders below it and other worktrees of its repository. “Left out” are sub-agents, archived sessions, files in which nobody said anything, and files that are no sessions.',
    ),
    ...adapters.flatMap((adapter) => {
      const own = places.filter(({ agent }) => agent === adapter.id);
      return [
        `## ${adapter.label}`,
        ...(off.includes(adapter) ? [t('Turned off in settings.')] : placesOf(own, home)),
      ];
    }),
    `# ${t('Records in the Sessions of This Folder')}`,
    ...(unreadable === 0
      ? []
      : [plural(unreadable, '1 session could not be read.', '{0} sessions could not be read.')]),
    ...formats.flatMap(recordsOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

function placesOf(places: readonly PlaceReport[], home: string): readonly string[] {
  const code = (path: string) => `\`${shortenHome(path, home).replaceAll('`', '')}\``;
  const lines = places
    .filter(({ isMissing }) => !isMissing)
    .flatMap(({ place, forms, sessions, unread }) => {
      const { here, elsewhere, nowhere, leftOut } = sessions;
      const all = here + elsewhere + nowhere;
      const counts = [
        all === 0 ? t('no sessions') : plural(all, '1 session', '{0} sessions'),
        ...(here === 0 ? [] : [t('{0} of this folder', formatCount(here))]),
        ...(elsewhere === 0 ? [] : [t('{0} of other folders', formatCount(elsewhere))]),
        ...(nowhere === 0 ? [] : [t('{0} of no folder', formatCount(nowhere))]),
        ...(leftOut === 0 ? [] : [t('{0} left out', formatCount(leftOut))]),
      ].join(', ');
      const form = forms.length === 0 ? '' : ` (${forms.map(code).join(', ')})`;
      return [
        `- ${code(place)}${form}: ${counts}`,
        ...unread.map(({ reason, count }) => `  - ${formatCount(count)} × ${reason}`),
      ];
    });
  const missing = places.filter(({ isMissing }) => isMissing).map(({ place }) => code(place));
  return [
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(missing.length === 0 ? [] : [t('Nothing is at {0}.', formatList(missing, 'conjunction'))]),
  ];
}

function recordsOf({ agent, version, sessions, records, unknown, damaged }: FormatSeen) {
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
