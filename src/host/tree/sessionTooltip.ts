import * as vscode from 'vscode';
import { agentLabel } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { plainText } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ForkLinks } from '../catalog/forkLinks.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';

/** Characters of a message in a tooltip: some lines of it, not a page. */
const messageLength = 300;

/**
 * All that is known of a session without opening it. What comes from files is escaped: it can be
 * neither Markdown nor a link with a command, and the tooltip may run none anyway.
 *
 * @param lastMessage undefined if the log's end holds none.
 */
export function sessionTooltip(
  session: SessionSummary,
  lastMessage: string | undefined,
  links: ForkLinks,
): vscode.MarkdownString {
  const { name, firstUserMessage, createdAt } = session;
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  const add = (label: string, text: string | undefined, length = messageLength) => {
    if (text !== undefined) {
      // Not `appendText`: it makes every blank a hard one, and lines then break inside words.
      tooltip.appendMarkdown(`**${label}:** ${plainText(oneLine(text, length))}  \n`);
    }
  };
  const date = new Intl.DateTimeFormat(vscode.env.language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const forks = links.forksOf(session).length;
  add(vscode.l10n.t('Name'), name);
  add(vscode.l10n.t('First message'), firstUserMessage);
  add(vscode.l10n.t('Last message'), lastMessage === firstUserMessage ? undefined : lastMessage);
  tooltip.appendMarkdown('\n\n');
  add(vscode.l10n.t('Created'), createdAt === undefined ? undefined : date.format(createdAt));
  add(vscode.l10n.t('Updated'), date.format(session.updatedAt));
  add(vscode.l10n.t('Agent'), agentLabel(session.agent));
  add(vscode.l10n.t('Forked from'), parentName(session, links));
  add(vscode.l10n.t('Forks'), forks === 0 ? undefined : String(forks));
  add(vscode.l10n.t('ID'), session.id);
  add(vscode.l10n.t('Log'), session.path, Infinity);
  add(vscode.l10n.t('Size'), formatSize(session.size, vscode.env.language));
  return tooltip;
}

/** How the session is called that this one was forked from, or what its log says of it. */
function parentName(session: SessionSummary, links: ForkLinks): string | undefined {
  const parent = links.parentOf(session);
  return parent === undefined ? (session.parent?.path ?? session.parent?.id) : sessionLabel(parent);
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
