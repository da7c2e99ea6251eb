import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { commandLink } from '#core/text/markdown.ts';
import type { MarkdownRow } from '#protocol/worker.ts';
import { commandIds } from '../vscode/contributions.ts';

/** More links than anybody follows; VS Code asks for all of them at once. */
const maxLinks = 5_000;

/** What a prompt led to folds under the prompt's last line, any other row under its first. */
export function rowFolds(
  document: vscode.TextDocument,
  rows: readonly MarkdownRow[],
): vscode.FoldingRange[] {
  const folds = prompts(rows).flatMap(({ inside, next }) => [
    [endOf(document, inside[0] ?? next), next] as const,
    ...inside.map(({ line }, index) => [line, inside[index + 1] ?? next] as const),
  ]);
  return folds
    .map(([start, next]) => new vscode.FoldingRange(start, endOf(document, next)))
    .filter(({ start, end }) => end > start);
}

/** Prompts, and in each the calls and changes that it led to. */
export function rowSymbols(
  document: vscode.TextDocument,
  rows: readonly MarkdownRow[],
): vscode.DocumentSymbol[] {
  return prompts(rows).map(({ row, inside, next }) => {
    const name = row.title ?? headingOf(document, row);
    const symbol = symbolOf(document, row, name, next);
    symbol.children = inside.flatMap((step, index) =>
      step.title === undefined
        ? []
        : [symbolOf(document, step, step.title, inside[index + 1] ?? next)],
    );
    return symbol;
  });
}

/** From the heading of a row to the row in the replay. */
export function rowLinks(
  document: vscode.TextDocument,
  rows: readonly MarkdownRow[],
  path: string,
): vscode.DocumentLink[] {
  return rows
    .filter((row) => headingOf(document, row) !== '')
    .slice(0, maxLinks)
    .map(({ rowId, line }) => {
      const { text } = document.lineAt(line);
      const start = text.indexOf(' ') + 1;
      const link = new vscode.DocumentLink(
        new vscode.Range(line, start, line, text.length),
        vscode.Uri.parse(commandLink(commandIds.openReplay, { path, rowId })),
      );
      link.tooltip = t('Open in Replay');
      return link;
    });
}

const symbolKinds: Readonly<Partial<Record<MarkdownRow['kind'], vscode.SymbolKind>>> = {
  tool: vscode.SymbolKind.Function,
  shell: vscode.SymbolKind.Operator,
  diff: vscode.SymbolKind.File,
};

interface Prompt {
  readonly row: MarkdownRow;
  /** Rows after it and before the next prompt. */
  readonly inside: readonly MarkdownRow[];
  readonly next: MarkdownRow | undefined;
}

function prompts(rows: readonly MarkdownRow[]): readonly Prompt[] {
  const starts = rows.flatMap(({ kind }, index) =>
    kind === 'user' || kind === 'compaction' ? [index] : [],
  );
  return starts.flatMap((start, place) => {
    const row = rows[start];
    const end = starts[place + 1] ?? rows.length;
    return row === undefined ? [] : [{ row, inside: rows.slice(start + 1, end), next: rows[end] }];
  });
}

function symbolOf(
  document: vscode.TextDocument,
  { line, kind }: MarkdownRow,
  name: string,
  next: MarkdownRow | undefined,
): vscode.DocumentSymbol {
  const first = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  const last = document.lineAt(Math.max(first.start.line, endOf(document, next))).range;
  return new vscode.DocumentSymbol(
    name,
    '',
    symbolKinds[kind] ?? vscode.SymbolKind.Event,
    first.union(last),
    first,
  );
}

/** The heading that a row starts with; empty if it has none, as an answer after its call. */
function headingOf(document: vscode.TextDocument, { line }: MarkdownRow): string {
  const { text } = line < document.lineCount ? document.lineAt(line) : { text: '' };
  return /^#{2,3} (.+)$/.exec(text)?.[1]?.replaceAll(/[`\\]/g, '') ?? '';
}

/** The last line before a row, without the empty lines between. */
function endOf(document: vscode.TextDocument, next: MarkdownRow | undefined): number {
  let end = Math.min(next?.line ?? document.lineCount, document.lineCount) - 1;
  while (end > 0 && document.lineAt(end).isEmptyOrWhitespace) {
    end -= 1;
  }
  return end;
}
