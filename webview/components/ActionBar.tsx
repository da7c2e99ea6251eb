import type { VNode } from 'preact';
import type { PageAction } from '#protocol/page.ts';
import { usePage } from '../pageContext.ts';
import { Icon, type IconName } from './Icon.tsx';

const labels: Readonly<Record<PageAction, { readonly label: string; readonly icon: IconName }>> = {
  resumeInChat: { label: 'Resume in Chat', icon: 'comment-discussion' },
  resumeInTerminal: { label: 'Resume in Terminal', icon: 'terminal' },
  fork: { label: 'Fork Session', icon: 'repo-forked' },
  exportConversation: { label: 'Export…', icon: 'export' },
  openRawLog: { label: 'Open Raw Log', icon: 'go-to-file' },
  copyId: { label: 'Copy Session Id', icon: 'copy' },
};

const named: readonly PageAction[] = ['resumeInChat', 'resumeInTerminal'];
const icons: readonly PageAction[] = ['fork', 'exportConversation', 'openRawLog', 'copyId'];

/** What can be done with the session; the first button is what most readers come for. */
export function ActionBar(): VNode {
  const page = usePage();
  const allowed = page.replay.header.value?.actions ?? [];
  const run = (action: PageAction) => () => {
    page.tell('action/run', { action });
  };
  const shown = named.filter((action) => allowed.includes(action));
  return (
    <div class="actions">
      {shown.map((action, at) => (
        <vscode-button
          key={action}
          appearance={at === 0 ? 'primary' : 'secondary'}
          onClick={run(action)}
        >
          {labels[action].label}
        </vscode-button>
      ))}
      {icons
        .filter((action) => allowed.includes(action))
        .map((action) => (
          <vscode-button
            key={action}
            appearance="icon"
            aria-label={labels[action].label}
            title={labels[action].label}
            onClick={run(action)}
          >
            <Icon name={labels[action].icon} />
          </vscode-button>
        ))}
    </div>
  );
}
