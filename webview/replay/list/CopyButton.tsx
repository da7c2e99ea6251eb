import { useComputed } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { VNode } from 'preact';
import { usePage } from '../model/pageContext.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';

interface CopyButtonProps {
  /** @see CopyModel.copy */
  readonly name: string;
  readonly label: string;
  /** Called on click. */
  readonly text: () => string;
}

/** Copies text and briefly shows a check mark. */
export function CopyButton({ name, label, text }: CopyButtonProps): VNode {
  const { copying } = usePage();
  return <CopyingButton name={name} label={label} copy={() => copying.copy(name, text())} />;
}

interface CopyingButtonProps extends Omit<CopyButtonProps, 'text'> {
  /** Called on click. */
  readonly copy: () => Promise<void>;
}

/** The same for what the page has not got. */
export function CopyingButton({ name, label, copy }: CopyingButtonProps): VNode {
  const { copying } = usePage();
  const isCopied = useComputed(() => copying.copied.value === name).value;
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={label}
      hint={isCopied ? t('Copied') : label}
      onClick={() => void copy()}
    />
  );
}
