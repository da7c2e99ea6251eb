import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { withoutControls } from '#core/text/inertText.ts';
import type { PageAction } from '#protocol/page.ts';
import { usePage } from './pageContext.ts';
import { ActionMenu, type Action } from './ActionMenu.tsx';
import { Icon, type IconName } from '../widgets/Icon.tsx';

const hostActions: Readonly<
  Record<PageAction, { readonly label: () => string; readonly icon: IconName }>
> = {
  resumeInChat: { label: () => t('Resume in Chat'), icon: 'comment-discussion' },
  resumeInTerminal: { label: () => t('Resume in Terminal'), icon: 'terminal' },
  fork: { label: () => t('Fork Session'), icon: 'repo-forked' },
  exportConversation: { label: () => t('Export…'), icon: 'export' },
  openRawLog: { label: () => t('Open Raw Log'), icon: 'go-to-file' },
};

const named: readonly PageAction[] = ['resumeInChat', 'resumeInTerminal'];
const icons: readonly PageAction[] = ['fork', 'exportConversation', 'openRawLog'];

/** Name of the copied ID. @see CopyModel */
const sessionId = 'sessionId';

/**
 * Session actions; the first button is the most common one. In narrow panels, the style sheet keeps
 * only that one and moves the others into a menu.
 */
export function ActionBar(): VNode | null {
  const { replay, copying, tell } = usePage();
  const header = replay.header.value;
  const isCopied = copying.copied.value === sessionId;
  if (header === undefined) {
    return null;
  }
  const allowed = (actions: readonly PageAction[]): Action[] =>
    actions
      .filter((action) => header.actions.includes(action))
      .map((action) => ({
        label: hostActions[action].label(),
        icon: hostActions[action].icon,
        run: () => {
          tell('action/run', { action });
        },
      }));
  const copyId: Action = {
    label: t('Copy Session ID'),
    icon: isCopied ? 'check' : 'copy',
    run: () => void copying.copy(sessionId, withoutControls(header.sessionId)),
  };
  const [first, ...others] = allowed(named);
  const withIcon = [...allowed(icons), copyId];
  return (
    <div class="actions">
      {first !== undefined && (
        <vscode-button appearance="primary" onClick={first.run}>
          {first.label}
        </vscode-button>
      )}
      <div class="actions-more">
        {others.map(({ label, run }) => (
          <vscode-button key={label} appearance="secondary" onClick={run}>
            {label}
          </vscode-button>
        ))}
        {withIcon.map(({ label, icon, run }) => (
          <vscode-button
            key={label}
            appearance="icon"
            aria-label={label}
            title={icon === 'check' ? t('Copied') : label}
            onClick={run}
          >
            <Icon name={icon} />
          </vscode-button>
        ))}
      </div>
      <ActionMenu actions={[...others, ...withIcon]} isDone={isCopied} />
    </div>
  );
}
