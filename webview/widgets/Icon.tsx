import type { VNode } from 'preact';

/** The codicons this page uses; `icons.css` has their code points. */
export type IconName =
  | 'archive'
  | 'arrow-down'
  | 'arrow-up'
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
  | 'eye-closed'
  | 'export'
  | 'extensions'
  | 'file'
  | 'file-media'
  | 'folder'
  | 'git-branch'
  | 'git-merge'
  | 'globe'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'pass-filled'
  | 'plug'
  | 'question'
  | 'repo-forked'
  | 'robot'
  | 'search'
  | 'tag'
  | 'terminal'
  | 'thinking'
  | 'tools'
  | 'warning'
  | 'zoom-in'
  | 'zoom-out';

/** @param label only if no text says the same. */
export function Icon({ name, label }: { name: IconName; label?: string }): VNode {
  return label === undefined ? (
    <span class={`icon icon-${name}`} aria-hidden="true" />
  ) : (
    <span class={`icon icon-${name}`} role="img" aria-label={label} title={label} />
  );
}
