import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { StopKind } from '#core/lens/steps.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { MenuButton } from '../../kit/page/MenuButton.tsx';
import { usePage } from '../model/pageContext.ts';

/** ms; undefined for as long as recorded. */
const pauses: readonly (number | undefined)[] = [1_000, 2_000, 5_000, 10_000, 30_000, undefined];

const stops = (): readonly (readonly [StopKind, string])[] => [
  ['error', t('Errors')],
  ['compaction', t('Compactions')],
  ['edit', t('Edits')],
];

/** How long the player waits at most, and where it stops by itself. */
export function PlayerMenu(): VNode {
  const { playback, view } = usePage();
  const settings = view.player.value;
  return (
    <MenuButton icon="settings-gear" label={t('Playback Settings')} opens="above">
      {() => (
        <>
          <div role="group" aria-label={t('Stop at')}>
            <div class="menu-heading" aria-hidden="true">
              {t('Stop at')}
            </div>
            {stops().map(([stop, label]) => (
              <Item
                key={stop}
                role="menuitemcheckbox"
                label={label}
                isChecked={settings.stops.includes(stop)}
                onClick={() => {
                  const others = settings.stops.filter((kind) => kind !== stop);
                  const isOn = others.length < settings.stops.length;
                  playback.peek()?.player.set({ stops: isOn ? others : [...others, stop] });
                }}
              />
            ))}
          </div>
          <div role="group" aria-label={t('Longest pause')}>
            <div class="menu-heading" aria-hidden="true">
              {t('Longest pause')}
            </div>
            {pauses.map((longest) => (
              <Item
                key={longest}
                role="menuitemradio"
                label={longest === undefined ? t('As recorded') : t('{0} s', longest / 1_000)}
                isChecked={settings.longest === longest}
                onClick={() => playback.peek()?.player.set({ longest })}
              />
            ))}
          </div>
        </>
      )}
    </MenuButton>
  );
}

interface ItemProps {
  readonly role: 'menuitemcheckbox' | 'menuitemradio';
  readonly label: string;
  readonly isChecked: boolean;
  readonly onClick: () => void;
}

function Item({ role, label, isChecked, onClick }: ItemProps): VNode {
  return (
    <button
      type="button"
      role={role}
      aria-checked={isChecked}
      class="menu-item"
      tabIndex={-1}
      onClick={onClick}
    >
      <span class="menu-check">{isChecked && <Icon name="check" />}</span>
      {label}
    </button>
  );
}
