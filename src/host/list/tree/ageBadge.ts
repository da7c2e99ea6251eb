import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { SessionState } from '#core/events/sessionState.ts';

/** Lines of one age and state share a URI, so VS Code asks for some dozens at most. */
const scheme = 'session-browser-age';

/** Of labels and badges; high contrast has its own. */
export const stateColors: Partial<Readonly<Record<SessionState, string>>> = {
  waiting: 'list.warningForeground',
  failed: 'list.errorForeground',
};

/** Of sessions that are gone. */
export const goneColor = 'disabledForeground';

/** Names what a line's badge says. It is no file's: no other extension decorates it. */
export function badgeUri(badge: string, state: SessionState | 'gone' | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${badge}`, query: state ?? '' });
}

/** Draws badges, which VS Code puts at the right and never cuts, as it does labels and descriptions. */
export function registerBadges(): Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => {
      if (uri.scheme !== scheme) {
        return undefined;
      }
      const color = uri.query === 'gone' ? goneColor : stateColors[uri.query as SessionState];
      return {
        badge: uri.path.slice(1),
        ...(color === undefined ? {} : { color: new vscode.ThemeColor(color) }),
      };
    },
  });
}

/** Whether VS Code draws badges. */
export function hasBadges(): boolean {
  return vscode.workspace.getConfiguration('explorer.decorations').get<unknown>('badges') !== false;
}
