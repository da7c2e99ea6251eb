import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { keyLine, menuCommands } from './keyTable.ts';
import { MenuButton, MenuItem } from '../../kit/page/MenuButton.tsx';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { usePage } from '../model/pageContext.ts';
import { runPageCommand } from './pageKeys.ts';

/** What is rarely needed; each also has a key. */
export function MoreMenu(): VNode {
  const page = usePage();
  const { marks } = page.view;
  const hasCompactions = (page.replay.header.value?.kinds.compaction ?? 0) > 0;
  return (
    <MenuButton icon="ellipsis" label={t('More Actions…')} opens="below">
      {(close) => [
        ...menuCommands.map((command) => {
          const { label, keys } = keyLine(command);
          return (
            <MenuItem
              key={command}
              role="menuitem"
              onClick={() => {
                close();
                runPageCommand(page, command);
              }}
            >
              {label}
              <kbd class="menu-keys" aria-hidden="true">
                {keys[0]}
              </kbd>
            </MenuItem>
          );
        }),
        hasCompactions && (
          <MenuItem
            key="marks"
            role="menuitemcheckbox"
            aria-checked={marks.value}
            onClick={() => {
              close();
              marks.value = !marks.value;
            }}
          >
            {t('Mark Rows outside the Model’s Context')}
            {marks.value && <Icon name="check" />}
          </MenuItem>
        ),
      ]}
    </MenuButton>
  );
}

/** Messages as the model gets them, or as Markdown. */
export function RawSwitch(): VNode {
  const { raw } = usePage().view;
  return (
    <button
      type="button"
      class="toolbar-toggle"
      aria-pressed={raw.value}
      title={t('Show messages exactly as the model gets them, not as Markdown')}
      onClick={() => {
        raw.value = !raw.value;
      }}
    >
      {t('Raw')}
    </button>
  );
}
