import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { keyLine, menuCommands } from './keyTable.ts';
import { MenuButton, MenuItem } from '../../kit/page/MenuButton.tsx';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import { runPageCommand } from './pageKeys.ts';

/** What is rarely needed. */
export function MoreMenu(): VNode {
  const page = usePage();
  const { details, newSince } = useLazyModels();
  const { filter, replay, view } = page;
  const { marks, raw } = view;
  const isTranscript = view.view.value === 'transcript';
  const hasCompactions = (replay.header.value?.kinds.compaction ?? 0) > 0;
  const named = filter.view.value;
  return (
    <MenuButton icon="ellipsis" label={t('More Actions…')} opens="below">
      {(close) => [
        <MenuItem
          key="usage"
          role="menuitem"
          onClick={() => {
            close();
            details.open();
          }}
        >
          {t('Context Usage')}
        </MenuItem>,
        ...menuCommands.map((command) => {
          if (command === 'newSince' && newSince.first.value === undefined) {
            return false;
          }
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
        isTranscript && filter.applied.value !== '' && named === undefined && (
          <MenuItem
            key="save"
            role="menuitem"
            onClick={() => {
              close();
              void filter.save();
            }}
          >
            {t('Save Filter as View…')}
          </MenuItem>
        ),
        isTranscript && named !== undefined && (
          <MenuItem
            key="delete"
            role="menuitem"
            onClick={() => {
              close();
              void filter.delete(named);
            }}
          >
            {t('Delete View “{0}”', named.name)}
          </MenuItem>
        ),
        isTranscript && hasCompactions && (
          <Choice
            key="marks"
            label={t('Mark Rows outside the Model’s Context')}
            chosen={marks}
            close={close}
          />
        ),
        !isTranscript && (
          <Choice
            key="raw"
            label={t('Show Messages Exactly as the Model Gets Them')}
            chosen={raw}
            close={close}
          />
        ),
      ]}
    </MenuButton>
  );
}

function Choice(props: {
  readonly label: string;
  readonly chosen: Signal<boolean>;
  readonly close: () => void;
}): VNode {
  const { label, chosen, close } = props;
  return (
    <MenuItem
      role="menuitemcheckbox"
      aria-checked={chosen.value}
      onClick={() => {
        close();
        chosen.value = !chosen.value;
      }}
    >
      {label}
      {chosen.value && <Icon name="check" />}
    </MenuItem>
  );
}
