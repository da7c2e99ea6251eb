import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { FindOption, FindOptions } from '../model/findModel.ts';
import type { IconName } from '../../kit/widgets/Icon.tsx';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import './findField.css';

const options = (): readonly {
  readonly option: FindOption;
  readonly icon: IconName;
  readonly label: string;
  readonly key: string;
}[] => [
  { option: 'matchCase', icon: 'case-sensitive', label: t('Match Case'), key: 'Alt+C' },
  { option: 'wholeWord', icon: 'whole-word', label: t('Match Whole Word'), key: 'Alt+W' },
  { option: 'regex', icon: 'regex', label: t('Use Regular Expression'), key: 'Alt+R' },
];

/** The switches at the end of a field for searching, as in VS Code. */
export function FindToggles({
  pressed,
  onToggle,
}: {
  readonly pressed: FindOptions;
  readonly onToggle: (option: FindOption) => void;
}): VNode {
  return (
    <>
      {options().map(({ option, icon, label, key }) => (
        <IconButton
          key={option}
          icon={icon}
          label={label}
          hint={`${label} (${key})`}
          className="find-option"
          aria-pressed={pressed[option]}
          onClick={() => onToggle(option)}
        />
      ))}
    </>
  );
}

/** Whether a key pressed one of the switches. */
export function toggledBy(event: KeyboardEvent, toggle: (option: FindOption) => void): boolean {
  // The code of the key, because with Alt some keyboards write other characters.
  const letter = event.code.replace(/^Key/, '');
  const chosen = options().find(({ key }) => event.altKey && key.endsWith(`+${letter}`));
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
