import type { TreeView } from 'vscode';
import { plural } from '#base/l10n.ts';
import type { SessionState } from '#core/events/sessionState.ts';

/** While the list is hidden, its badge may be this far behind. */
const hiddenMs = 15_000;

/**
 * Counts the sessions that wait for the user in the activity bar.
 *
 * @param look is called from time to time while the list is hidden and an agent is at work.
 */
export function waitingBadge(
  view: Pick<TreeView<unknown>, 'visible' | 'badge'>,
  look: () => Promise<void>,
) {
  let timer: NodeJS.Timeout | undefined;
  return {
    update: (states: readonly (SessionState | undefined)[]) => {
      const value = states.filter((state) => state === 'waiting').length;
      const tooltip = plural(
        value,
        '1 session is waiting for you',
        '{0} sessions are waiting for you',
      );
      view.badge = value === 0 ? undefined : { value, tooltip };
      clearTimeout(timer);
      const isAtWork = value > 0 || states.includes('running');
      timer = isAtWork && !view.visible ? setTimeout(() => void look(), hiddenMs) : undefined;
    },
    dispose: () => clearTimeout(timer),
  };
}
