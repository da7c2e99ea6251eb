import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { FindOption, FindOptions as Options } from '../model/findModel.ts';
import { Icon, type IconName } from '../widgets/Icon.tsx';

const options = (): readonly {
  readonly option: FindOption;
  readonly icon: IconName;
  readonly label: string;
  /** On a keyboard of any language: with Alt, some write other characters. */
  readonly code: string;
  readonly key: string;
}[] => [
  {
    option: 'matchCase',
    icon: 'case-sensitive',
    label: t('Match Case'),
    code: 'KeyC',
    key: 'Alt+C',
  },
  {
    option: 'wholeWord',
    icon: 'whole-word',
    label: t('Match Whole Word'),
    code: 'KeyW',
    key: 'Alt+W',
  },
  {
    option: 'regex',
    icon: 'regex',
    label: t('Use Regular Expression'),
    code: 'KeyR',
    key: 'Alt+R',
  },
];

/** The switches at the end of a field for searching, as in VS Code. */
export function FindOptions({
  pressed,
  onToggle,
}: {
  readonly pressed: Options;
  readonly onToggle: (option: FindOption) => void;
}): VNode {
  return (
    <>
      {options().map(({ option, icon, label, key }) => (
        <button
          key={option}
          type="button"
          class="icon-button find-option"
          title={`${label} (${key})`}
          aria-label={label}
          aria-pressed={pressed[option]}
          onClick={() => {
            onToggle(option);
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
    </>
  );
}

/** Whether a key pressed one of the switches. */
export function toggledBy(event: KeyboardEvent, toggle: (option: FindOption) => void): boolean {
  const chosen = options().find(({ code }) => event.altKey && event.code === code);
  if (chosen !== undefined || event.key === 'Alt') {
    // VS Code would open the menu of that letter, or go to the menu bar.
    event.stopPropagation();
  }
  if (chosen !== undefined) {
    event.preventDefault();
    toggle(chosen.option);
  }
  return chosen !== undefined;
}
