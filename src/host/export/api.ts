import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { Lazy } from '#base/lazy.ts';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import type { ConversationFile } from '#protocol/conversationFile.ts';
import type { TranscriptPage } from '#protocol/transcriptPage.ts';
import type { ChatServices } from '../catalog/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { readConversation } from '../worker/conversationReader.ts';

/**
 * What `extensions.getExtension('session-browser.session-browser').activate()` resolves to. Within a
 * version things are only added.
 */
export interface SessionBrowserApi {
  readonly version: 1;
  /**
   * Sessions of a workspace folder, or of all of them, newest first; as they are on disk now. Plain
   * data.
   * @throws Error with a sentence if they cannot be listed, or the user stopped that.
   */
  listSessions(folder?: vscode.Uri): Promise<readonly SessionSummary[]>;
  /**
   * The user's last message, one line; undefined if the log holds none.
   * @param session one of `listSessions`, or at least its `path`.
   * @throws Error with a sentence if this is no log of an agent or cannot be read.
   */
  getLastUserMessage(session: Pick<SessionRef, 'path'>): Promise<string | undefined>;
  /**
   * The conversation that a model would get now, in the form that Export Conversation writes.
   * @param session one of `listSessions`, or at least its `path`.
   * @throws Error with a sentence if this is no log of an agent or cannot be read; an error named
   *   `AbortError` when cancelled.
   */
  getConversation(
    session: Pick<SessionRef, 'path'>,
    options?: { readonly token?: vscode.CancellationToken },
  ): Promise<ConversationFile>;
  /**
   * What the user saw, by range: messages, thinking, tools, shell runs, changes, compactions.
   * @param session one of `listSessions`, or at least its `path`.
   * @param range from `start` (0) up to but not including `end`. At most 200 rows come at once, fewer
   *   if they are long: go on with `start + rows.length` until `total`.
   * @throws Error as `getConversation` does.
   */
  getTranscript(
    session: Pick<SessionRef, 'path'>,
    range?: {
      readonly start?: number;
      readonly end?: number;
      readonly token?: vscode.CancellationToken;
    },
  ): Promise<TranscriptPage>;
  /** Sessions of the workspace appeared, grew or went. */
  readonly onDidChangeSessions: vscode.Event<void>;
}

/**
 * @param load is called when something is asked for.
 * @param own takes what ends with the extension.
 */
export function createApi(
  load: () => Promise<ChatServices>,
  own: <T extends vscode.Disposable>(part: T) => T,
): SessionBrowserApi {
  const changed = own(new vscode.EventEmitter<void>());
  const heard = new Lazy(async () => {
    const { catalog } = await load();
    return own(
      catalog.onDidChange(() => {
        changed.fire();
      }),
    );
  });
  return {
    version: 1,
    onDidChangeSessions: (listener, thisArgument, disposables) => {
      const listening = changed.event(listener, thisArgument);
      // The list is kept up with the disk for whoever listens.
      const following = heard.get().then(async () => (await load()).catalog.follow());
      const both = new vscode.Disposable(() => {
        listening.dispose();
        void following.then((follow) => {
          follow.dispose();
        });
      });
      disposables?.push(both);
      return both;
    },
    async listSessions(folder) {
      const { catalog } = await load();
      switch (await catalog.refresh()) {
        case 'failed':
          throw new Error(catalog.failure);
        case 'stopped':
          throw new Error(t('Scan stopped.'));
        case 'listed':
      }
      const sessions =
        folder === undefined
          ? catalog.all()
          : (catalog.listings.find((listing) => listing.folder === folder.fsPath)?.sessions ?? []);
      const { copiesOf } = await import('../catalog/listedSessions.ts');
      return copiesOf(sessions);
    },
    async getLastUserMessage({ path }) {
      const { gate, worker } = await load();
      const { path: log } = await gate.summary(path);
      return worker.request('sessions/lastMessage', { path: log });
    },
    async getConversation({ path }, options) {
      const { gate, worker } = await load();
      const { conversationFile } = await import('#protocol/conversationFile.ts');
      const { path: log } = await gate.summary(path);
      const conversation = await readConversation(
        worker,
        log,
        options?.token === undefined ? undefined : abortSignalOf(options.token),
      );
      return conversationFile(conversation);
    },
    async getTranscript({ path }, { start = 0, end = Infinity, token } = {}) {
      const { gate, worker } = await load();
      const { transcriptPage } = await import('#protocol/transcriptPage.ts');
      const { path: log } = await gate.summary(path);
      const from = Math.max(0, start);
      return transcriptPage(
        await worker.request(
          'session/transcript',
          { path: log, start: from, count: end - from },
          token === undefined ? undefined : abortSignalOf(token),
        ),
      );
    },
  };
}
