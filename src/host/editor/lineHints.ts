import * as vscode from 'vscode';
import { append } from '#base/append.ts';
import { speakerLabel } from '#agents/registry.ts';
import type { Disposable } from '#base/emitter.ts';
import { formatCount, plural, t } from '#base/l10n.ts';
import { LruMap } from '#base/lruMap.ts';
import { isTellingLine } from '#core/changes/lineOrigin.ts';
import { commandLink } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { AbortError } from '#protocol/channel/endpoint.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { byCertainty, matchWord, editTimeOf, type SessionEdit } from '../commands/editPick.ts';
import { searchEdits } from '../commands/editSearch.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { commandIds } from '../vscode/contributions.ts';
import { relativeTime } from '../vscode/relativeTime.ts';

/** Code points of a prompt. */
const promptLength = 300;
/** Files whose edits are remembered until a session changes. */
const mostFiles = 20;

/** What an editor says about the sessions that edited its file. */
export class LineHints implements Disposable {
  /** By the file's address. */
  #edits = new LruMap<string, readonly SessionEdit[]>(mostFiles);
  readonly #following: Disposable;

  constructor(private readonly services: ChatServices) {
    this.#following = services.catalog.onDidChange(() => {
      this.#edits = new LruMap(mostFiles);
    });
  }

  /** Which edit wrote a line; undefined if none did, or the line says nothing. */
  async hover(
    document: vscode.TextDocument,
    { line }: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { text, range } = document.lineAt(line);
    if (!isTellingLine(text)) {
      return undefined;
    }
    const edits = await this.#find(document.uri, [text], token);
    const [best] = [...(edits ?? [])].sort(byCertainty);
    return best === undefined
      ? undefined
      : new vscode.Hover(hoverText(best, document.uri, line), range);
  }

  /** How many edits of the file there are, above its first line. */
  async lenses(
    { uri }: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    const key = uri.toString();
    const edits = this.#edits.get(key) ?? (await this.#find(uri, undefined, token));
    if (edits === undefined || edits.length === 0) {
      return [];
    }
    this.#edits.set(key, edits);
    const latest = edits.reduce((time, edit) => Math.max(time, editTimeOf(edit)), 0);
    const title = plural(
      edits.length,
      '1 edit by agents, {1}',
      '{0} edits by agents, the latest {1}',
      relativeTime(latest, Date.now(), vscode.env.language),
    );
    const command = { title, command: commandIds.sessionsOfFile, arguments: [uri] };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  dispose(): void {
    this.#following.dispose();
  }

  /** Undefined if it failed; moving the pointer is no reason for an error message. */
  async #find(
    file: vscode.Uri,
    lines: readonly string[] | undefined,
    token: vscode.CancellationToken,
  ): Promise<readonly SessionEdit[] | undefined> {
    const found: SessionEdit[] = [];
    try {
      await searchEdits(
        this.services,
        { file, lines },
        (edits) => append(found, edits),
        abortSignalOf(token),
      );
      return found;
    } catch (error) {
      if (!(error instanceof AbortError)) {
        this.services.log.warn('commands', 'no hint', { reason: String(error) });
      }
      return undefined;
    }
  }
}

/** Foreign text in it is text; only our own two commands can be run from it. */
function hoverText(edit: SessionEdit, file: vscode.Uri, line: number): vscode.MarkdownString {
  const { session, lines, prompt, origin, path, rowId } = edit;
  const facts = [
    ...(origin === undefined ? [] : [matchWord(origin.match)]),
    speakerLabel(session),
    relativeTime(editTimeOf(edit), Date.now(), vscode.env.language),
    ...(lines === undefined ? [] : [`+${formatCount(lines.added)} −${formatCount(lines.removed)}`]),
  ];
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: [commandIds.openReplay, commandIds.sessionOfLine] };
  text.appendText(oneLine(prompt ?? sessionLabel(session), promptLength));
  text.appendMarkdown('\n\n');
  text.appendText(facts.join(' · '));
  const link = (label: string, command: string, argument: unknown) =>
    `[${label}](${commandLink(command, argument)})`;
  const links = [
    link(t('Open Replay'), commandIds.openReplay, { path, rowId }),
    link(t('Other Candidates…'), commandIds.sessionOfLine, {
      uri: file.toString(),
      lineNumber: line + 1,
    }),
  ];
  text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}
