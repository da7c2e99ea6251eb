import type { VNode } from 'preact';
import { ActionMenu } from './ActionMenu.tsx';
import { keyLine, menuCommands } from './keyTable.ts';
import { usePage } from './pageContext.ts';
import { runPageCommand } from './pageKeys.ts';

/** What is rarely needed; each also has a key. */
export function MoreMenu(): VNode {
  const page = usePage();
  const actions = menuCommands.map((command) => {
    const { label, keys } = keyLine(command);
    return {
      label,
      keys: keys[0] ?? '',
      run: () => {
        runPageCommand(page, command);
      },
    };
  });
  return <ActionMenu actions={actions} />;
}
