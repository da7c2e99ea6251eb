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
  | 'ellipsis'
  | 'error'
  | 'export'
  | 'extensions'
  | 'file'
  | 'file-code'
  | 'file-media'
  | 'folder'
  | 'git-branch'
  | 'git-merge'
  | 'globe'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'list-selection'
  | 'loading'
  | 'pass-filled'
  | 'plug'
  | 'question'
  | 'repo-forked'
  | 'robot'
  | 'search'
  | 'sparkle'
  | 'symbol-misc'
  | 'tag'
  | 'terminal'
  | 'thinking'
  | 'tools'
  | 'warning'
  | 'zoom-in'
  | 'zoom-out';

/** @param label only where the icon says what no text says. */
export function Icon({ name, label }: { name: IconName; label?: string }): VNode {
  return label === undefined ? (
    <span class={`icon icon-${name}`} aria-hidden="true" />
  ) : (
    <span class={`icon icon-${name}`} role="img" aria-label={label} title={label} />
  );
}
