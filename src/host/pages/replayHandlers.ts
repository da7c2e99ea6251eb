import * as vscode from 'vscode';
import { defined } from '#base/defined.ts';
import { t } from '#base/l10n.ts';
import type { ImageData } from '#core/events/message.ts';
import type { SessionLink, SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import type { Handlers } from '#protocol/channel/endpoint.ts';
import {
  type Opening,
  type ReplayHeader,
  longestViewName,
  type FilterView,
} from '#protocol/pages/page.ts';
import { forwardedRequests, type HostContract } from '#protocol/pages/pageRequests.ts';
import { openFile } from '../documents/openFile.ts';
import { copyLinks } from '../list/copyLink.ts';
import { openRawLog } from '../documents/openRawLog.ts';
import { commandIds } from '../vscode/contributions.ts';
import { openFolders } from '../vscode/openFolders.ts';
import type { Log } from '../vscode/log.ts';
import { externalLink } from './externalLink.ts';
import { pageFaultLog } from './pageChannel.ts';
import { copyFacts, copyRows } from './rowCopies.ts';
import type { ReplayServices } from './replayServices.ts';
import { copyText } from '../vscode/copyText.ts';
import { isTypeable } from '#core/text/inertText.ts';
import { pathStyle, statsOf } from '../vscode/pathStyle.ts';
import { whenShellIsReady } from '../vscode/shellReady.ts';
import { requireTrust } from '../vscode/waysOut.ts';
import type { Row } from '#core/rows/row.ts';

type ForwardedName = keyof typeof forwardedRequests;

/** Characters of a foreign ID in a sentence. */
const idLength = 60;

/** Serves the page of one session. Requests are already validated (`checkedHandlers`). */
export function replayHandlers(
  session: SessionSummary,
  services: ReplayServices,
  panel: {
    readonly ready: (rows: HostContract['requests']['ready']['params']['rows']) => Promise<Opening>;
    readonly showBranch: (leaf: number | undefined) => Promise<ReplayHeader>;
    readonly used: () => void;
    /** The session's title now. */
    readonly title: () => string;
  },
): Handlers<HostContract> {
  const { worker, documents, views, log } = services;
  const { path } = session;
  let forks = false;
  return {
    requests: {
      ready: ({ rows }) => panel.ready(rows),
      ...forwarded(worker, path),
      'views/read': () => views.all(),
      'views/save': async ({ filter }) => {
        const name = await askViewName(views.all());
        if (name !== undefined) {
          await views.save({ name, filter });
        }
      },
      'views/delete': ({ name }) => views.delete(name),
      'branch/show': ({ leaf }) => panel.showBranch(leaf),
      'image/read': (params, signal) =>
        imageOrNone(log, worker.request('image/read', { path, ...params }, signal)),
      'messageImage/read': (params, signal) =>
        imageOrNone(log, worker.request('messageImage/read', { path, ...params }, signal)),
      'edits/check': ({ rowIds }, signal) =>
        worker.request('edits/check', { path, rowIds, folders: openFolders() }, signal),
      'review/read': () => {
        const { width, sort } = services.reviews.latest() ?? {};
        return { ...defined({ width, sort }), viewed: [], ...services.reviews.of(path) };
      },
      'about/copy': (_, signal) => copyFacts(services, path, signal),
      'rows/copy': async (rows, signal) => ({ rows: await copyRows(services, path, rows, signal) }),
      'row/copyLink': async ({ rowId }) => {
        await copyLinks(
          [{ agent: session.agent, id: session.id, rowId }],
          services.extension.extension.id,
        );
      },
      'row/copyOutput': async ({ rowId }, signal) => {
        await copyText(await documents.text(path, rowId, 'output', signal));
        vscode.window.setStatusBarMessage(t('Output copied'), 3_000);
      },
      'clipboard/write': ({ text }) => copyText(text),
      'part/copy': async ({ rowId, part }, signal) => {
        await copyText(await documents.text(path, rowId, part, signal));
      },
    },
    notices: {
      'row/open': ({ rowId, part }) => documents.openPart(path, rowId, part),
      'line/open': ({ line }) => openRawLog(path, line),
      'diff/open': ({ rowId }) => documents.openDiff(path, rowId),
      'changes/open': (changes) => documents.openChanges(path, panel.title(), changes),
      'file/open': (place) => openFile(place, { cwd: session.cwd, home: services.home }),
      'command/insert': async ({ rowId }) => {
        insertIntoTerminal(await documents.text(path, rowId, 'input'), session.cwd);
      },
      'row/continueIn': async ({ rowId }) => {
        panel.used();
        await vscode.commands.executeCommand(commandIds.continueIn, { ...session, rowId });
      },
      'row/fork': async ({ rowId }) => {
        // A second click is impatience.
        if (forks) {
          return;
        }
        forks = true;
        panel.used();
        try {
          await vscode.commands.executeCommand(commandIds.fork, { ...session, rowId });
        } finally {
          forks = false;
        }
      },
      'row/resumeBefore': async ({ rowId }) => {
        panel.used();
        await vscode.commands.executeCommand(commandIds.resumeBeforeCompaction, {
          ...session,
          rowId,
        });
      },
      'rows/export': async (rows) => {
        await vscode.commands.executeCommand(commandIds.exportConversation, { ...session, rows });
      },
      'row/missing': () => {
        throw new UserError(
          t(
            'The session has no such row on the branch shown. The link is from another branch, or the log was replaced.',
          ),
        );
      },
      'link/open': async ({ href }) => {
        const link = externalLink(href);
        if (link === undefined) {
          throw new UserError(t('Only web and mail links can be opened.'));
        }
        await vscode.env.openExternal(vscode.Uri.parse(link, true));
      },
      'session/open': async ({ link, rowId }) => {
        services.show(await sessionToOpen(link, session, services), { rowId });
      },
      'agent/open': (place) => openSubAgent(place, path, panel.title(), services),
      'action/run': async ({ action }) => {
        panel.used();
        await vscode.commands.executeCommand(commandIds[action], session);
      },
      'review/changed': (review) => {
        services.reviews.set(path, review);
        void services.reviews.save();
      },
      'place/moved': (place) => services.places.set(path, place),
      'log/error': pageFaultLog(log, 'replay'),
    },
  };
}

/** Hands requests over to the worker, which answers them under the same names. */
function forwarded(
  worker: ReplayServices['worker'],
  path: string,
): Pick<Handlers<HostContract>['requests'], ForwardedName> {
  const names = Object.keys(forwardedRequests) as ForwardedName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (params: object, signal: AbortSignal) => worker.request(name, { path, ...params }, signal),
    ]),
  ) as never;
}

/** An image that cannot be read says so in its place; a notification for each would not help. */
async function imageOrNone(
  log: Log,
  image: Promise<ImageData | undefined>,
): Promise<ImageData | undefined> {
  try {
    return await image;
  } catch (error) {
    log.warn('replay', 'image not read', { reason: String(error) });
    return undefined;
  }
}

/** @throws UserError if the log is missing or is not an agent's; a link comes from foreign text. */
async function sessionToOpen(
  link: SessionLink,
  { agent }: SessionSummary,
  { catalog, gate }: ReplayServices,
): Promise<SessionSummary> {
  await catalog.ready();
  const session = catalog.links.find(agent, link);
  if (session !== undefined) {
    return session;
  }
  if (link.path === undefined) {
    throw new UserError(
      t(
        'There is no session with the ID {0} in the list. It was deleted or belongs to another folder.',
        oneLine(link.id ?? '', idLength),
      ),
    );
  }
  return gate.summary(link.path);
}

/** Asks for the name of a view. @returns undefined if the user canceled. */
async function askViewName(views: readonly FilterView[]): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title: t('Save Filter as View'),
    prompt: t('Name of the view'),
    validateInput: (text) => noteOn(text.trim(), views),
  });
  return name?.trim();
}

function noteOn(
  name: string,
  views: readonly FilterView[],
): string | vscode.InputBoxValidationMessage | undefined {
  if (name === '') {
    return t('Enter a name.');
  }
  if (name.length > longestViewName) {
    return t('Enter a shorter name.');
  }
  return views.some((view) => view.name === name)
    ? {
        message: t('The view “{0}” will be replaced.', name),
        severity: vscode.InputBoxValidationSeverity.Info,
      }
    : undefined;
}

/**
 * Types a command from a log into a new terminal and leaves it to the user to run it. A terminal of
 * its own, because the prompt of another may already have text.
 *
 * @param cwd the session's folder; without it, the terminal opens where terminals open.
 * @throws UserError for a command that a shell could run, or show otherwise, while it is typed.
 */
export function insertIntoTerminal(command: string, cwd: string | undefined): void {
  requireTrust(t('Inserting a command into a terminal requires a trusted workspace.'));
  const line = command.trim();
  if (!isTypeable(line)) {
    throw new UserError(
      t(
        'The command has several lines or invisible characters, so a shell could run more than you see. Copy it instead, and check it before you paste it.',
      ),
      [{ label: t('Copy Command'), run: () => copyText(command) }],
    );
  }
  // Opening a Windows network path logs in to a server that the log names, so it counts as none.
  const isThere =
    cwd !== undefined && !pathStyle.isRemote(cwd) && statsOf(cwd)?.isDirectory() === true;
  const name = t('Command from Session');
  const terminal = vscode.window.createTerminal(isThere ? { name, cwd } : { name });
  terminal.show();
  whenShellIsReady(terminal, () => terminal.sendText(line, false));
}

/**
 * Opens the replay of a sub-agent.
 *
 * @param place its call in the session at `path`, and its place among those of that call.
 * @param title of that session.
 * @throws UserError if its log is gone.
 */
async function openSubAgent(
  { rowId, agent }: { readonly rowId: string; readonly agent: number },
  path: string,
  title: string,
  { worker, gate, show }: Pick<ReplayServices, 'worker' | 'gate' | 'show'>,
): Promise<void> {
  const [row, steps] = await Promise.all([
    worker.request('session/row', { path, rowId }),
    worker.request('agent/read', { path, rowId, agent, start: 0, count: 1 }),
  ]);
  if (steps === undefined) {
    throw new UserError(t('The log of this sub-agent is no longer there.'));
  }
  // The row of the outermost call is the one that the session itself has.
  const [call = rowId] = rowId.split(':', 1);
  const caller = { path, rowId: call, title, agent: nameOf(row) };
  show(await gate.summary(steps.path), { caller });
}

/** What a call says about its sub-agent; empty if nothing. */
function nameOf(row: Row | undefined): string {
  if (row?.kind !== 'tool') {
    return '';
  }
  const task = row.view?.kind === 'agent' ? row.view.tasks[0] : undefined;
  return task?.title ?? task?.agent ?? row.title;
}
