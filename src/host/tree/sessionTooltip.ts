import * as vscode from 'vscode';
import { oneLine } from '#core/text/oneLine.ts';
import { plainText } from '#core/text/markdown.ts';
import type { SessionSummary } from '#core/session.ts';
import type { SessionCount } from './sessionCounts.ts';

/** Characters of a message in a tooltip: some lines of it, not a page. */
const messageLength = 300;

/**
 * All that is known of a session without opening it. What comes from files is escaped: it can be
 * neither Markdown nor a link with a command, and the tooltip may run none anyway.
 *
 * @param count undefined while the log is counted.
 */
export function sessionTooltip(
  session: SessionSummary,
  count: SessionCount | undefined,
  options: {
    readonly agentLabel: string;
    readonly locale: string;
    readonly lastMessage: string | undefined;
    /** How the session is called that this one was forked from. */
    readonly parent?: string | undefined;
    readonly forks?: number;
  },
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  const add = (label: string, text: string) => {
    // Not `appendText`: it makes every blank a hard one, and lines then break inside words.
    tooltip.appendMarkdown(`**${label}:** ${plainText(text)}  \n`);
  };
  const date = new Intl.DateTimeFormat(options.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  if (session.name !== undefined) {
    add(vscode.l10n.t('Name'), oneLine(session.name, messageLength));
  }
  if (session.firstUserMessage !== undefined) {
    add(vscode.l10n.t('First message'), oneLine(session.firstUserMessage, messageLength));
  }
  const { lastMessage } = options;
  if (lastMessage !== undefined && lastMessage !== session.firstUserMessage) {
    add(vscode.l10n.t('Last message'), oneLine(lastMessage, messageLength));
  }
  tooltip.appendMarkdown('\n\n');
  if (session.createdAt !== undefined) {
    add(vscode.l10n.t('Created'), date.format(session.createdAt));
  }
  add(vscode.l10n.t('Updated'), date.format(session.updatedAt));
  add(vscode.l10n.t('Messages'), messageCount(count, options.locale));
  add(vscode.l10n.t('Agent'), options.agentLabel);
  if (options.parent !== undefined) {
    add(vscode.l10n.t('Forked from'), oneLine(options.parent, messageLength));
  }
  if (options.forks !== undefined && options.forks > 0) {
    add(vscode.l10n.t('Forks'), String(options.forks));
  }
  add(vscode.l10n.t('ID'), oneLine(session.id, messageLength));
  add(vscode.l10n.t('Log'), oneLine(session.path, Infinity));
  add(vscode.l10n.t('Size'), formatSize(session.size, options.locale));
  if (count !== undefined && count !== 'unknown') {
    add(vscode.l10n.t('Problems'), describeProblems(count.problems));
  }
  return tooltip;
}

function messageCount(count: SessionCount | undefined, locale: string): string {
  switch (count) {
    case undefined:
      return vscode.l10n.t('counting…');
    case 'unknown':
      return vscode.l10n.t('could not be counted');
    default:
      return new Intl.NumberFormat(locale).format(count.messages);
  }
}

function describeProblems({ lost, odd }: { readonly lost: number; readonly odd: number }): string {
  if (lost === 0 && odd === 0) {
    return vscode.l10n.t('none');
  }
  return vscode.l10n.t('{0} with content lost, {1} harmless', lost, odd);
}

/** @param bytes size of a file */
function formatSize(bytes: number, locale: string): string {
  const [unit, divisor] =
    bytes < 1_000
      ? (['byte', 1] as const)
      : bytes < 1_000_000
        ? (['kilobyte', 1_000] as const)
        : (['megabyte', 1_000_000] as const);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: bytes < 10 * divisor && divisor > 1 ? 1 : 0,
  }).format(bytes / divisor);
}
