import { append } from '#base/append.ts';
import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import { formatBytes } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { safeFileName } from '#core/text/inertText.ts';
import type { MarkdownRow } from '#protocol/worker.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import type { ChatServices } from '../list/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { transcriptFolder, transcriptScheme } from '../vscode/contributions.ts';
import { rowFolds, rowLinks, rowSymbols } from './transcriptRows.ts';

/** UTF-16 units. Above 50 MB, VS Code hides a document from extensions; from 20 on, it loses its colors. */
const maxChars = 20_000_000;
/** A longer one is not written again with every line that the agent adds. */
const maxFollowedChars = 2_000_000;
/** After a change; an agent writes many lines in a second. */
const followMs = 1_000;

interface TranscriptText {
  /** Path of the log. */
  readonly session: string;
  readonly rows: readonly MarkdownRow[];
  readonly chars: number;
}

interface TextServices extends Pick<ChatServices, 'worker' | 'gate' | 'log'> {
  /** A document has to be written again. */
  readonly changed: vscode.EventEmitter<vscode.Uri>;
}

/**
 * Transcripts as read-only documents, for VS Code's own find, outline, folding and accessible view.
 * The URI names the log, so a document that VS Code restores is simply written again.
 */
export class TranscriptTexts implements Disposable {
  /** By URI, while the document is open. */
  readonly #texts = new Map<string, TranscriptText>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscriptions: Disposable;

  constructor(private readonly services: TextServices) {
    const selector = { scheme: transcriptScheme };
    const rowsOf = (document: vscode.TextDocument) =>
      this.#texts.get(document.uri.toString())?.rows ?? [];
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri.toString())),
      vscode.languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: (document) => rowFolds(document, rowsOf(document)),
      }),
      vscode.languages.registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: (document) => rowSymbols(document, rowsOf(document)),
      }),
      vscode.languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: (document) =>
          rowLinks(document, rowsOf(document), sessionIn(document.uri) ?? ''),
      }),
    );
  }

  /** Opens a session's transcript as text. */
  async open(session: SessionSummary): Promise<void> {
    const title = safeFileName(sessionLabel(session));
    const uri = vscode.Uri.from({
      scheme: transcriptScheme,
      path: `/${transcriptFolder}/${title === '' ? session.id : title}`,
      query: JSON.stringify({ session: session.path }),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** A failure becomes a sentence in the document, since nothing else would show it. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const session = sessionIn(uri);
    if (session === undefined || !this.services.gate.allows(session)) {
      return t('Session Browser cannot find this document.');
    }
    try {
      return await this.#read(uri, session, token);
    } catch (error) {
      this.services.log.warn('documents', 'transcript not read', { reason: String(error) });
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @param paths files or folders that changed; empty if anything may have. */
  logsChanged(paths: ReadonlySet<string>): void {
    for (const [uri, { session, chars }] of this.#texts) {
      const isConcerned = paths.size === 0 || [...paths].some((path) => session.startsWith(path));
      if (isConcerned && chars <= maxFollowedChars && !this.#timers.has(uri)) {
        const timer = setTimeout(() => {
          this.#timers.delete(uri);
          this.services.changed.fire(vscode.Uri.parse(uri, true));
        }, followMs);
        this.#timers.set(uri, timer);
      }
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const uri of [...this.#texts.keys()]) {
      this.#forget(uri);
    }
  }

  async #read(uri: vscode.Uri, session: string, token: vscode.CancellationToken): Promise<string> {
    const texts: string[] = [];
    const rows: MarkdownRow[] = [];
    const end = await this.services.worker.request(
      'session/markdown',
      { path: session, maxChars },
      abortSignalOf(token),
      (part) => {
        texts.push(part.text);
        append(rows, part.rows);
      },
    );
    if (end.rows < end.total) {
      texts.push(
        `---\n\n${t(
          'The transcript is longer than {0}: {1} of {2} rows are here. Export it as Markdown to read the rest.',
          formatBytes(maxChars),
          end.rows,
          end.total,
        )}\n`,
      );
    }
    const text = texts.join('');
    this.#texts.set(uri.toString(), { session, rows, chars: text.length });
    return text;
  }

  #forget(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#texts.delete(uri);
  }
}

/** The log that a URI names; anybody can make one up. */
function sessionIn({ query }: vscode.Uri): string | undefined {
  try {
    const session = member(JSON.parse(query), 'session');
    return typeof session === 'string' ? session : undefined;
  } catch {
    // Not one of ours: the return value says so.
    return undefined;
  }
}
