import type { VNode } from 'preact';
import { useRowTabIndex } from './rowContext.ts';
import { Icon, type IconName } from './Icon.tsx';
import './buttons.css';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The tooltip, if it differs from the label. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/**
 * A button inside a row. The toolkit's buttons are for the page's own controls: rows have several
 * buttons, and a screen of rows would have a hundred shadow trees.
 */
export function IconButton({
  icon,
  label,
  hint = label,
  isDisabled = false,
  onClick,
}: IconButtonProps): VNode {
  const tabIndex = useRowTabIndex();
  return (
    <button
      type="button"
      class="icon-button"
      title={hint}
      aria-label={label}
      tabIndex={tabIndex}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
