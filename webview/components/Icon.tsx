import type { VNode } from 'preact';

/** The icons of the editor's own font that this page uses; `icons.css` has their code points. */
export type IconName =
  | 'account'
  | 'archive'
  | 'arrow-down'
  | 'arrow-up'
  | 'case-sensitive'
  | 'check'
  | 'checklist'
  | 'chevron-down'
  | 'chevron-right'
  | 'circle-large'
  | 'circle-slash'
  | 'close'
  | 'comment-discussion'
  | 'copy'
  | 'diff'
  | 'edit'
  | 'error'
  | 'export'
  | 'file'
  | 'file-code'
  | 'file-media'
  | 'folder'
  | 'globe'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'list-selection'
  | 'loading'
  | 'pass-filled'
  | 'plug'
  | 'question'
  | 'robot'
  | 'search'
  | 'sparkle'
  | 'symbol-misc'
  | 'terminal'
  | 'thinking'
  | 'tools'
  | 'warning';

/** @param label only where the icon says what no text says. */
export function Icon({ name, label }: { name: IconName; label?: string }): VNode {
  return label === undefined ? (
    <span class={`icon icon-${name}`} aria-hidden="true" />
  ) : (
    <span class={`icon icon-${name}`} role="img" aria-label={label} title={label} />
  );
}
