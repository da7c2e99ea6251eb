import * as vscode from 'vscode';
import { adapterById, speakerLabel } from '#agents/registry.ts';
import { formatCount, t } from '#base/l10n.ts';
import type { Disposable } from '#base/emitter.ts';
import type { LineMatch } from '#core/changes/lineOrigin.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { RecordedEdit } from '#protocol/fileEdits.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { relativeTime } from '../vscode/relativeTime.ts';
import { choiceTexts } from './choiceTexts.ts';

/** VS Code takes about 50 µs for each, and with every part that is found. */
const mostShown = 300;

/** Code points of a prompt, which VS Code cuts where the line ends. */
const promptLength = 200;

/** An edit and the session that it is in, perhaps in a sub-agent. */
export interface SessionEdit extends RecordedEdit {
  readonly session: SessionSummary;
}

export interface PickedEdit {
  readonly edit: SessionEdit;
  readonly way: 'replay' | 'diff';
}

interface EditItem extends vscode.QuickPickItem {
  /** Undefined for a line that only informs. */
  readonly edit?: SessionEdit;
}

/** A Quick Pick of recorded edits, which grows while they are found. */
export class EditPick implements Disposable {
  /** Undefined when the user cancels. */
  readonly picked: Promise<PickedEdit | undefined>;
  readonly #pick = vscode.window.createQuickPick<EditItem>();
  #edits: readonly SessionEdit[] = [];
  #note: string | undefined;

  /** @param wantedLines if edits are candidates for so many lines: the most certain is the first. */
  constructor(
    title: string,
    private readonly wantedLines?: number,
  ) {
    const pick = this.#pick;
    pick.title = title;
    pick.matchOnDetail = true;
    pick.busy = true;
    this.picked = new Promise((resolve) => {
      pick.onDidAccept(() => {
        const edit = (pick.activeItems[0] ?? pick.items.find((item) => item.edit))?.edit;
        if (edit !== undefined) {
          resolve({ edit, way: 'replay' });
        }
      });
      pick.onDidTriggerItemButton(({ item: { edit } }) => {
        if (edit !== undefined) {
          resolve({ edit, way: 'diff' });
        }
      });
      pick.onDidHide(() => resolve(undefined));
    });
    pick.show();
  }

  /** One of the edits wrote the wanted lines, rather than lines like them. */
  get isSure(): boolean {
    return this.#edits.some(
      ({ origin }) => origin?.match === 'exact' || origin?.match === 'reindented',
    );
  }

  get count(): number {
    return this.#edits.length;
  }

  /** More were found, in any order. */
  add(edits: readonly SessionEdit[]): void {
    if (edits.length > 0) {
      this.#edits = [...this.#edits, ...edits].sort(byCertainty);
      this.#show();
    }
  }

  /** A line of its own above the edits. */
  note(sentence: string): void {
    this.#note = sentence;
    this.#show();
  }

  /** How far the search is. */
  looked(looked: number, total: number): void {
    this.#pick.placeholder = t(
      'Searched {0} of {1} sessions',
      formatCount(looked),
      formatCount(total),
    );
  }

  /** @param sentence what was found. */
  end(sentence: string): void {
    this.#pick.busy = false;
    this.#pick.placeholder = sentence;
  }

  dispose(): void {
    this.#pick.dispose();
  }

  #show(): void {
    const pick = this.#pick;
    const active = pick.activeItems[0]?.edit;
    const isAtTop = active === undefined || active === pick.items.find((item) => item.edit)?.edit;
    const now = Date.now();
    const edits = this.#edits.slice(0, mostShown).map((edit) => this.#item(edit, now));
    const line = (label: string): EditItem => ({
      kind: vscode.QuickPickItemKind.Separator,
      label,
    });
    const left = this.#edits.length - edits.length;
    const items = plainItems([
      ...(this.#note === undefined ? [] : [line(this.#note)]),
      ...edits,
      ...(left === 0 ? [] : [line(t('Not listed: {0}', formatCount(left)))]),
    ]);
    pick.items = items;
    const same = items.find(({ edit }) => (isAtTop ? edit !== undefined : edit === active));
    pick.activeItems = same === undefined ? [] : [same];
  }

  #item(edit: SessionEdit, now: number): EditItem {
    const { session, lines, prompt, origin, subAgent, file } = edit;
    const adapter = adapterById(session.agent);
    const facts = [
      ...(origin === undefined ? [] : [matchWord(origin.match)]),
      ...(origin === undefined || (this.wantedLines ?? 1) === 1
        ? []
        : [t('{0} of {1} lines', formatCount(origin.lines), formatCount(this.wantedLines ?? 1))]),
      ...(file === undefined ? [] : [t('In {0}', file)]),
      relativeTime(editTimeOf(edit), now, vscode.env.language),
      speakerLabel(session),
      ...(subAgent === undefined ? [] : [t('Sub-agent')]),
      ...(lines === undefined
        ? []
        : [`+${formatCount(lines.added)} −${formatCount(lines.removed)}`]),
      ...(prompt === undefined ? [] : [sessionLabel(session)]),
    ];
    return {
      edit,
      ...choiceTexts(oneLine(prompt ?? sessionLabel(session), promptLength), facts),
      iconPath: new vscode.ThemeIcon(adapter?.icon ?? 'comment-discussion'),
      buttons: [{ iconPath: new vscode.ThemeIcon('diff'), tooltip: t('Open Changes') }],
    };
  }
}

/** The most certain first, and then the newest. */
export function byCertainty(a: SessionEdit, b: SessionEdit): number {
  return (b.origin?.weight ?? 0) - (a.origin?.weight ?? 0) || editTimeOf(b) - editTimeOf(a);
}

/** Epoch ms: the edit's, else the session's. */
export function editTimeOf({ time, session }: SessionEdit): number {
  return time ?? session.updatedAt;
}

export function matchWord(match: LineMatch): string {
  const words = {
    exact: t('Exact'),
    reindented: t('Reindented'),
    similar: t('Similar'),
    moved: t('Only moved'),
  };
  return words[match];
}
