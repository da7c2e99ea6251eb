import { plural, t } from '#base/l10n.ts';
import { toolName } from '../index/toolKind.ts';
import { oneLine } from '../text/oneLine.ts';
import { trimEnd } from '../text/trimEnd.ts';
import type { FileCounts, RunRow, RunTrouble, RunWork } from './runRow.ts';

/** Longest file name or command in a sentence. */
const nameLength = 48;

/**
 * What a run did, the most telling first: `11 edits of cart.ts, ran tests twice, read 6 files`. Names
 * are on one line and isolated, so that they keep their own direction.
 */
export function runSentence(row: RunRow): string {
  const parts = partsOf(row);
  return capital(parts.length === 0 ? withoutParts(row) : parts.join(', '));
}

/** The call that is all a run tried; undefined if it did anything. */
export function soleTrouble(row: RunRow): RunTrouble | undefined {
  const isSole = row.work.failed + row.work.unfinished === 1 && partsOf(row).length === 0;
  return isSole ? row.trouble : undefined;
}

function partsOf({ work, command }: RunRow): readonly string[] {
  return [
    ...edits(work.edits),
    ...files(work.writes, (name) => t('wrote {0}', name), {
      two: (one, other) => t('wrote {0} and {1}', one, other),
      many: (count) => plural(count, 'wrote 1 file', 'wrote {0} files'),
    }),
    ...commands(work, command),
    ...calls(work),
    ...files(work.reads, (name) => t('read {0}', name), {
      two: (one, other) => t('read {0} and {1}', one, other),
      many: (count) => plural(count, 'read 1 file', 'read {0} files'),
    }),
    ...(work.calls.list === undefined ? [] : [t('listed files')]),
    ...(work.calls.todo === undefined ? [] : [t('updated the to-do list')]),
    ...(work.declined === 0
      ? []
      : [plural(work.declined, '1 call declined', '{0} calls declined')]),
  ];
}

/** `1 failed, 2 without result`; empty if all went well. */
export function runTroubles({ failed, unfinished }: RunWork): string {
  return [
    ...(failed === 0 ? [] : [plural(failed, '1 failed', '{0} failed')]),
    ...(unfinished === 0 ? [] : [plural(unfinished, '1 without result', '{0} without result')]),
  ].join(', ');
}

function withoutParts({ work, rows, trouble }: RunRow): string {
  const { failed, unfinished, texts, thoughts } = work;
  if (failed + unfinished === 1 && trouble !== undefined) {
    return t('tried {0}', isolate(trouble.tool ?? trouble.title));
  }
  if (failed + unfinished > 0) {
    return plural(failed + unfinished, '1 call', '{0} calls');
  }
  return texts > 0
    ? plural(texts, '1 message', '{0} messages')
    : thoughts > 0
      ? t('thought')
      : plural(rows, '1 step', '{0} steps');
}

function edits({ calls, files: count, paths }: FileCounts): readonly string[] {
  const names = paths.map(nameOf);
  if (calls === 0) {
    return [];
  }
  if (count === undefined) {
    return [plural(calls, '1 edit', '{0} edits')];
  }
  if (count > 2) {
    return calls === count
      ? [plural(count, 'edited 1 file', 'edited {0} files')]
      : [plural(calls, '1 edit of {1} files', '{0} edits of {1} files', count)];
  }
  const [one = '', two] = names;
  if (two === undefined) {
    return calls === 1
      ? [t('edited {0}', one)]
      : [plural(calls, '1 edit of {1}', '{0} edits of {1}', one)];
  }
  return calls === 2
    ? [t('edited {0} and {1}', one, two)]
    : [plural(calls, '1 edit of {1} and {2}', '{0} edits of {1} and {2}', one, two)];
}

/** What is said about files that were written or read; how often does not matter. */
function files(
  { calls, files: count, paths }: FileCounts,
  one: (name: string) => string,
  more: {
    readonly two: (one: string, other: string) => string;
    readonly many: (count: number) => string;
  },
): readonly string[] {
  if (calls === 0) {
    return [];
  }
  const [first = '', second = ''] = paths.map(nameOf);
  return [
    paths.length === 1
      ? one(first)
      : paths.length === 2
        ? more.two(first, second)
        : more.many(count ?? calls),
  ];
}

function commands({ commands: ran }: RunWork, command: string | undefined): readonly string[] {
  const { tests = 0, build = 0, install = 0, commit = 0, checks = 0, git = 0, other = 0 } = ran;
  const known = tests + build + install + commit + checks;
  return [
    ...(commit === 0 ? [] : [plural(commit, 'made 1 commit', 'made {0} commits')]),
    ...times(tests, t('ran tests'), t('ran tests twice'), (count) =>
      t('ran tests {0} times', count),
    ),
    ...times(build, t('ran the build'), t('ran the build twice'), (count) =>
      t('ran the build {0} times', count),
    ),
    ...times(checks, t('ran checks'), t('ran checks twice'), (count) =>
      t('ran checks {0} times', count),
    ),
    ...(install === 0 ? [] : [t('installed packages')]),
    ...(git + other === 0
      ? []
      : command !== undefined
        ? [t('ran {0}', isolate(command))]
        : other === 0
          ? [plural(git, 'ran 1 Git command', 'ran {0} Git commands')]
          : known === 0
            ? [plural(git + other, 'ran 1 command', 'ran {0} commands')]
            : [plural(git + other, '1 other command', '{0} other commands')]),
  ];
}

function calls({ calls: made, tool }: RunWork): readonly string[] {
  const { agent = 0, mcp = 0, other = 0, web = 0, search = 0 } = made;
  return [
    ...(agent === 0 ? [] : [plural(agent, '1 sub-agent call', '{0} sub-agent calls')]),
    ...(tool === undefined
      ? [
          ...(mcp === 0 ? [] : [plural(mcp, '1 MCP call', '{0} MCP calls')]),
          ...(other === 0 ? [] : [plural(other, '1 tool call', '{0} tool calls')]),
        ]
      : [plural(mcp + other, 'called {1}', 'called {1} {0} times', isolate(toolName(tool)))]),
    ...(web === 0 ? [] : [plural(web, '1 web request', '{0} web requests')]),
    ...times(search, t('searched'), t('searched twice'), (count) => t('searched {0} times', count)),
  ];
}

function times(
  count: number,
  once: string,
  twice: string,
  more: (count: number) => string,
): readonly string[] {
  return count === 0 ? [] : [count === 1 ? once : count === 2 ? twice : more(count)];
}

function nameOf(path: string): string {
  return isolate(trimEnd(path, '/\\').replace(/^.*[\\/]/s, ''));
}

function isolate(name: string): string {
  return `\u2068${oneLine(name, nameLength)}\u2069`;
}

/** Names stay as they are, for they begin with an isolate. */
function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
