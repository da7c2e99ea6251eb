import { append } from '#base/append.ts';
import * as vscode from 'vscode';
import { adapters, speakerLabel } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import type { Disposable } from '#base/emitter.ts';
import { parseSearchLine } from '#core/search/searchLine.ts';
import { UserError } from '#core/userError.ts';
import type { SearchHit, SessionHits } from '#protocol/search.ts';
import type {
  FoundEnd,
  FoundPart,
  FoundSession,
  SearchOrder,
  SearchPageContract,
} from '#protocol/pages/searchPage.ts';
import {
  checkedSearchHandlers,
  type SearchHostContract,
} from '#protocol/pages/searchPageRequests.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { byUse } from '../list/tree/listFilter.ts';
import type { ChatServices } from '../list/services.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { loadPage } from './pageDocument.ts';
import { PageChannel, pageFaultLog } from './pageChannel.ts';
import type { ShowOptions } from './replayServices.ts';
import { tildePath } from '../vscode/tildePath.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { matchingMarks } from './matchingMarks.ts';
import type { ContextKeys } from '../vscode/contextKeys.ts';
import { viewIds } from '../vscode/contributions.ts';
import { showFailure } from '../vscode/runCommand.ts';

/** A search ends after so many hits, until the user wants more. */
const most = 2_000;
/** Hits of a session that are shown at first, and when the user wants more. */
const mostOfSession = 20;
const mostWanted = 1_000;
/** Code points of a folder’s path. */
const folderLength = 200;

export interface SearchViewTools {
  readonly contextKeys: ContextKeys;
  readonly home: string;
  readonly show: (session: SessionSummary, options: ShowOptions) => Promise<void>;
}

type Channel = PageChannel<SearchHostContract, SearchPageContract>;

/** The view that searches the sessions of the open folders, or of all. */
export class SearchView implements Disposable {
  #page: Channel | undefined;
  /** The page is drawn and listens. */
  #isReady = false;
  /** What to tell a page that is still to come. */
  #wanted: { readonly query?: string } | undefined;
  /** Takes what is typed until the page is ready. */
  #box: vscode.InputBox | undefined;

  constructor(
    private readonly services: ChatServices,
    private readonly tools: SearchViewTools,
  ) {}

  resolve(view: vscode.WebviewView): void {
    const { webview } = view;
    const page: Channel = new PageChannel(webview, this.#handlers(), (fault) => {
      showFailure(fault, this.services.log, 'search');
    });
    this.#page?.dispose();
    this.#page = page;
    view.onDidDispose(() => {
      page.dispose();
      if (this.#page === page) {
        this.#page = undefined;
        this.#isReady = false;
        this.tools.contextKeys.set({ 'sessionBrowser.hasSearchHits': false });
      }
    });
    loadPage(webview, this.services.extension.extensionUri, 'search');
  }

  /** Shows the view and searches for the query, if there is one. */
  async focus(query?: string): Promise<void> {
    const asked = query ?? (this.#isReady ? '' : await this.#typedMeanwhile());
    this.#wanted = asked === '' ? {} : { query: asked };
    await vscode.commands.executeCommand(`${viewIds.search}.focus`);
    if (this.#isReady) {
      this.#tellWanted();
    }
  }

  step(by: 1 | -1): void {
    this.#page?.notify('hit/step', { by });
  }

  clear(): void {
    this.#page?.notify('search/clear', {});
  }

  dispose(): void {
    this.#page?.dispose();
  }

  /**
   * What the user types before the page can take it. VS Code needs half a second for a webview, and keys
   * pressed meanwhile would be lost.
   *
   * @returns nothing if the page was there first.
   */
  async #typedMeanwhile(): Promise<string> {
    const box = vscode.window.createInputBox();
    this.#box?.dispose();
    this.#box = box;
    box.placeholder = t('Search Sessions');
    box.ignoreFocusOut = true;
    try {
      return await new Promise<string>((resolve, reject) => {
        box.onDidAccept(() => resolve(box.value));
        box.onDidHide(() => resolve(''));
        box.show();
        vscode.commands
          .executeCommand(`${viewIds.search}.focus`, { preserveFocus: true })
          .then(undefined, reject);
      });
    } finally {
      box.dispose();
      // The command may have been run again meanwhile.
      if (this.#box === box) {
        this.#box = undefined;
      }
    }
  }

  #tellWanted(): void {
    if (this.#wanted !== undefined) {
      this.#page?.notify('search/focus', this.#wanted);
      this.#wanted = undefined;
    }
  }

  #handlers() {
    return checkedSearchHandlers({
      requests: {
        ready: () => {
          this.#isReady = true;
          if (this.#box?.value === '') {
            this.#box.hide();
          }
          this.#tellWanted();
        },
        'search/agents': async () => {
          const { catalog } = this.services;
          await catalog.ready();
          const counts = new Map(byUse(catalog.all().map(({ agent }) => agent)));
          return adapters
            .map(({ id, label }) => ({ id, label }))
            .sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
        },
        'search/run': ({ from, ...order }, signal, emit) => this.#run(order, from, signal, emit),
        'search/more': ({ path, ...order }, signal) => this.#more(order, path, signal),
      },
      notices: {
        'hit/open': async ({ path, rowId, text, preserveFocus }) => {
          const { catalog, everywhere } = this.services;
          const session = catalog.find(path) ?? everywhere.find(path);
          if (session === undefined) {
            throw new UserError(t('The session is no longer there.'));
          }
          const find = text.query === '' ? {} : { find: text };
          await this.tools.show(session, {
            rowId,
            preserveFocus,
            preview: preserveFocus,
            ...find,
          });
        },
        'hits/changed': ({ has }) => {
          this.tools.contextKeys.set({ 'sessionBrowser.hasSearchHits': has });
        },
        'log/error': pageFaultLog(this.services.log, 'search'),
      },
    });
  }

  async #run(
    { filter, everywhere, ...text }: SearchOrder,
    from: number,
    signal: AbortSignal,
    emit: (part: FoundPart) => Promise<void>,
  ): Promise<FoundEnd> {
    const { worker } = this.services;
    const catalog = everywhere ? this.services.everywhere : this.services.catalog;
    const home = everywhere ? this.tools.home : undefined;
    const { rows, texts, isWanted, problem } = searchLine(filter);
    if (problem !== undefined) {
      return { looked: 0, total: 0, unread: 0, refusal: problem };
    }
    await catalog.ready();
    signal.throwIfAborted();
    const wanted = catalog.all().filter(isWanted);
    const total = wanted.length;
    const byPath = new Map(wanted.map((session) => [session.path, session]));
    const paths = wanted.slice(from).map(({ path }) => path);
    const search = { text, rows, ...(texts && { texts }), paths, most, mostOfSession };
    // Words that are sought in one kind of text, or in some rows, are not the user's own.
    if (from === 0 && rows === '' && texts === undefined && text.query !== '') {
      const own = [...matchingMarks(wanted, text)];
      await emit({
        looked: 0,
        total,
        sessions: own.map(([session, marked]) => ({
          ...foundSession(session, { path: session.path, rows: 0, hits: [] }, home),
          marked,
        })),
      });
    }
    const end = await worker.request(
      'sessions/search',
      search,
      signal,
      async ({ looked, sessions }) => {
        const found = sessions.flatMap((hits) => {
          const session = byPath.get(hits.path);
          return session === undefined ? [] : [foundSession(session, hits, home)];
        });
        await emit({ looked: from + looked, total, sessions: found });
      },
    );
    return { ...end, looked: from + end.looked, total };
  }

  async #more(
    { filter, everywhere: _, ...text }: SearchOrder,
    path: string,
    signal: AbortSignal,
  ): Promise<readonly SearchHit[]> {
    const { rows, texts } = searchLine(filter);
    const found: SearchHit[] = [];
    await this.services.worker.request(
      'sessions/search',
      { text, rows, ...(texts && { texts }), paths: [path], most, mostOfSession: mostWanted },
      signal,
      ({ sessions }) => {
        append(
          found,
          sessions.flatMap(({ hits }) => hits),
        );
      },
    );
    return found;
  }
}

function searchLine(filter: string) {
  return parseSearchLine(
    filter,
    adapters.map(({ id }) => id),
  );
}

/** @param home for a search in all folders, which names them. */
function foundSession(
  session: SessionSummary,
  { path, rows, hits }: SessionHits,
  home: string | undefined,
): FoundSession {
  const { cwd } = session;
  return {
    ...(home === undefined || cwd === undefined
      ? {}
      : { folder: oneLine(tildePath(cwd, home), folderLength) }),
    path,
    title: sessionLabel(session),
    agent: speakerLabel(session),
    updatedAt: session.updatedAt,
    rows,
    hits,
  };
}
