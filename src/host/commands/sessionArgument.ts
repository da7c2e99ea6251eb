import * as vscode from 'vscode';
import { member } from '#base/member.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { SessionCatalog } from '../list/sessionCatalog.ts';
import type { SessionGate } from '../list/sessionGate.ts';
import { rawLogPath } from '../documents/rawLogs.ts';
import { keyTargets, rawLogScheme } from '../vscode/contributions.ts';

/** Where a command finds its session if it got none as an argument. */
interface SessionsAtHand {
  readonly catalog: SessionCatalog;
  readonly gate: SessionGate;
  /** Path of the session whose replay is in front. */
  activeReplay(): string | undefined;
  /** The list's selection, while the list is visible. */
  selection(): SessionSummary | undefined;
}

/**
 * The session that a command acts on: its argument (a tree line, anything with the `path` of a log,
 * a file's `Uri`), else the replay in front, else the list's selection, else the user picks one. A key
 * of the list means its line and nothing else.
 *
 * @param options.title title of the Quick Pick.
 * @param options.otherThanReplay skips the replay in front: it is already open.
 * @returns undefined when the user cancels.
 * @throws UserError or RemoteError with a sentence if the path is not a log.
 */
export async function sessionFor(
  argument: unknown,
  at: SessionsAtHand,
  options: { readonly title: string; readonly otherThanReplay?: boolean },
): Promise<SessionSummary | undefined> {
  if (argument === keyTargets.focused) {
    // VS Code reports the selected line, not the focused one. A group expands or collapses.
    await vscode.commands.executeCommand('list.select');
  }
  if (argument === keyTargets.focused || argument === keyTargets.selected) {
    return at.selection();
  }
  const path = pathIn(argument);
  if (path !== undefined) {
    return at.gate.summary(path);
  }
  const replay = at.activeReplay();
  if (replay !== undefined && options.otherThanReplay !== true) {
    return at.gate.summary(replay);
  }
  const selected = at.selection();
  if (selected !== undefined && selected.path !== replay) {
    return selected;
  }
  const { pickSession } = await import('./pickSession.ts');
  return (await pickSession(at.catalog, { title: options.title }))?.session;
}

/**
 * The sessions that a command acts on that takes several: those selected in the list, if it was called
 * there or from nowhere in particular; else as `sessionFor`.
 *
 * @param lines what VS Code passes beside the clicked line if several are selected.
 * @returns none when the user cancels.
 */
export async function sessionsFor(
  argument: unknown,
  lines: unknown,
  at: SessionsAtHand & { selected(): readonly SessionSummary[] },
  options: { readonly title: string },
): Promise<readonly SessionSummary[]> {
  const paths = (Array.isArray(lines) ? lines : []).flatMap((line) => pathIn(line) ?? []);
  if (paths.length > 1) {
    return Promise.all(paths.map((path) => at.gate.summary(path)));
  }
  const isHere = pathIn(argument) === undefined && at.activeReplay() === undefined;
  const selected = isHere ? at.selected() : [];
  if (selected.length > 1) {
    return selected;
  }
  const session = await sessionFor(argument, at, options);
  return session === undefined ? [] : [session];
}

/** The log's path in an argument from a menu, a link or another extension. */
function pathIn(argument: unknown): string | undefined {
  if (argument instanceof vscode.Uri) {
    // Menus of a webview's tab pass the tab's own URI.
    return argument.scheme === 'file' || argument.scheme === rawLogScheme
      ? rawLogPath(argument)
      : undefined;
  }
  const session = member(argument, 'session');
  return session === undefined ? textIn(argument, 'path') : pathIn(session);
}

/** The folder of a line in the list. */
export function folderInArgument(argument: unknown): string | undefined {
  const session = member(argument, 'session');
  return session === undefined ? textIn(argument, 'folder') : textIn(session, 'cwd');
}

/** The row that a command's argument names beside its session. */
export function rowIdIn(argument: unknown): string | undefined {
  return textIn(argument, 'rowId');
}

function textIn(argument: unknown, name: string): string | undefined {
  const text = member(argument, name);
  return typeof text === 'string' ? text : undefined;
}
