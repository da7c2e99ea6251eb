import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { adapterById, agentLabel } from '#agents/registry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { stateWord } from '#core/events/sessionState.ts';
import type { SessionCatalog } from '../list/sessionCatalog.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import type { SessionStates } from '../list/sessionStates.ts';
import { commandIds } from '../vscode/contributions.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { relativeTime } from '../vscode/relativeTime.ts';

interface Item extends vscode.QuickPickItem {
  readonly session?: SessionSummary;
}

/**
 * Lets the user choose one of the sessions that wait or run, those that wait first. Follows them while it is open.
 *
 * @returns undefined when the user cancels, or went to a terminal.
 */
export async function pickAtWork(
  catalog: Pick<SessionCatalog, 'all' | 'follow' | 'onDidChange'>,
  states: SessionStates,
): Promise<SessionSummary | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = t('Running and Waiting Sessions');
  pick.placeholder = t('Select a session to open its replay');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const update = () => {
    const active = pick.activeItems[0]?.session?.path;
    pick.items = plainItems(itemsOf(catalog.all(), states));
    const same = pick.items.find(({ session }) => session !== undefined && session.path === active);
    if (same !== undefined) {
      pick.activeItems = [same];
    }
  };
  const disposables = [
    pick,
    catalog.onDidChange(update),
    states.onDidChange(update),
    catalog.follow(),
  ];
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.session));
      pick.onDidTriggerItemButton(({ item: { session } }) => {
        resolve(undefined);
        void vscode.commands.executeCommand(commandIds.showTerminal, session);
      });
      pick.onDidHide(() => resolve(undefined));
      update();
      pick.show();
    });
  } finally {
    vscode.Disposable.from(...disposables).dispose();
  }
}

function itemsOf(sessions: readonly SessionSummary[], states: SessionStates): Item[] {
  const now = Date.now();
  const items = (['waiting', 'running'] as const).flatMap((state): Item[] => {
    const those = sessions.filter(
      (session) => session.marks?.isHidden !== true && states.of(session, now) === state,
    );
    return those.length === 0
      ? []
      : [
          { kind: vscode.QuickPickItemKind.Separator, label: stateWord(state) },
          ...those.map((session) => itemOf(session, states, now)),
        ];
  });
  return items.length > 0 ? items : [{ label: t('No session is running or waiting.') }];
}

function itemOf(session: SessionSummary, states: SessionStates, now: number): Item {
  const doing = states.doing(session);
  const when = relativeTime(session.updatedAt, now, vscode.env.language);
  return {
    session,
    label: sessionLabel(session),
    description: `${agentLabel(session.agent)} · ${when}`,
    ...(doing === undefined ? {} : { detail: doing }),
    iconPath: new vscode.ThemeIcon(adapterById(session.agent)?.icon ?? 'comment-discussion'),
    buttons: [{ iconPath: new vscode.ThemeIcon('terminal'), tooltip: t('Show Its Terminal') }],
  };
}
