import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { adapterById, agentLabel } from '#agents/registry.ts';
import type { Disposable } from '#base/emitter.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { commandIds, configKeys } from '../vscode/contributions.ts';
import { offer } from '../vscode/runCommand.ts';
import { settings } from '../vscode/settings.ts';
import { wayTo } from '../vscode/waysOut.ts';
import { newWaits } from './newWaits.ts';

/** What no log and no file says any more is at work for some minutes at most; see `stateNow`. */
const lookMs = 60_000;

/** Tells which sessions of this window are at work or wait for the user, wherever the user looks. */
export class AtWork implements Disposable {
  readonly #disposables: readonly Disposable[];
  readonly #waits = newWaits();
  #item: vscode.StatusBarItem | undefined;
  #following: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly services: Pick<ChatServices, 'catalog' | 'states' | 'log'>,
    private readonly view: Pick<vscode.TreeView<unknown>, 'badge'>,
  ) {
    const { catalog, states } = services;
    this.#disposables = [
      catalog.onDidChange(() => {
        this.#show();
        void states.processes.refresh().then(() => this.#tell());
      }),
      states.onDidChange(() => {
        this.#show();
        void this.#tell();
      }),
      settings.onDidChange(configKeys.notifyWaiting, () => this.#follow()),
    ];
    this.#follow();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#following?.dispose();
    this.#item?.dispose();
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  /** Without notifications, only as long as something is at work, whose end must be seen. */
  #follow(): void {
    const isNeeded = settings.notifyWaiting() !== 'off' || this.#item !== undefined;
    if (isNeeded) {
      this.#following ??= this.services.catalog.follow('hidden');
    } else {
      this.#following?.dispose();
      this.#following = undefined;
    }
  }

  /** Sessions of the open folders that do this now. */
  #those(state: 'running' | 'waiting'): readonly SessionSummary[] {
    const now = Date.now();
    return this.services.catalog
      .all()
      .filter(
        (session) =>
          session.marks?.isHidden !== true && this.services.states.of(session, now) === state,
      );
  }

  #show(): void {
    this.#showCounts(this.#those('waiting').length, this.#those('running').length);
    this.#follow();
    clearTimeout(this.#timer);
    this.#timer = this.#item && setTimeout(() => this.#show(), lookMs);
  }

  async #tell(): Promise<void> {
    const { catalog } = this.services;
    if (this.#waits.areNew(this.#those('waiting'))) {
      // The log may say more than it did at the last look.
      await catalog.ready();
    }
    if (catalog.state === 'ready') {
      for (const session of this.#waits.add(this.#those('waiting'))) {
        this.#notify(session);
      }
    }
  }

  #showCounts(waiting: number, running: number): void {
    const isWaiting = plural(
      waiting,
      '1 session is waiting for you',
      '{0} sessions are waiting for you',
    );
    this.view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: isWaiting };
    if (waiting + running === 0) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    const item = (this.#item ??= newItem());
    const words = [
      ...(waiting === 0 ? [] : [isWaiting]),
      ...(running === 0
        ? []
        : [plural(running, '1 session is running', '{0} sessions are running')]),
    ];
    item.text = [
      ...(waiting === 0 ? [] : [`$(bell-dot) ${waiting}`]),
      ...(running === 0 ? [] : [`$(sync) ${running}`]),
    ].join(' ');
    item.tooltip = words.join('\n');
    item.accessibilityInformation = { label: words.join(', '), role: 'button' };
    item.backgroundColor =
      waiting === 0 ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  }

  #notify(session: SessionSummary): void {
    const when = settings.notifyWaiting();
    const isWanted = when === 'always' || (when === 'unfocused' && !vscode.window.state.focused);
    if (!isWanted || adapterById(session.agent)?.tellsWaiting === true) {
      return;
    }
    const agent = agentLabel(session.agent);
    const doing = this.services.states.doing(session);
    const sentence =
      doing === undefined
        ? t('{0} is waiting for you: {1}', agent, sessionLabel(session))
        : doing.endsWith('?')
          ? t('{0} is waiting: {1}', agent, doing)
          : t('{0} is waiting: {1}?', agent, doing);
    const ways = [
      wayTo(t('Show Its Terminal'), commandIds.showTerminal, session),
      wayTo(t('Open Session'), commandIds.openReplay, { ...session, atEnd: true }),
    ];
    void offer('information', sentence, ways, this.services.log);
  }
}

function newItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'sessionBrowser.atWork',
    vscode.StatusBarAlignment.Left,
  );
  item.name = t('Running and Waiting Sessions');
  item.command = {
    command: commandIds.goToSession,
    title: t('Go to Session'),
    arguments: [{ atWork: true }],
  };
  return item;
}
