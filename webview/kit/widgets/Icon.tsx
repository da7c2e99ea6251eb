import type { VNode } from 'preact';

/** The codicons used here; those of exported documents are also in the document's `icons.css`. */
export type IconName =
  | 'archive'
  | 'arrow-down'
  | 'arrow-up'
  | 'bookmark'
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
  | 'debug-pause'
  | 'debug-step-back'
  | 'debug-step-over'
  | 'diff'
  | 'diff-multiple'
  | 'diff-single'
  | 'edit'
  | 'ellipsis'
  | 'error'
  | 'eye-closed'
  | 'export'
  | 'extensions'
  | 'file'
  | 'file-media'
  | 'filter'
  | 'folder'
  | 'git-branch'
  | 'git-merge'
  | 'globe'
  | 'go-to-file'
  | 'info'
  | 'json'
  | 'list-tree'
  | 'pass-filled'
  | 'play'
  | 'play-circle'
  | 'plug'
  | 'question'
  | 'regex'
  | 'repo-forked'
  | 'robot'
  | 'search'
  | 'settings-gear'
  | 'split-horizontal'
  | 'tag'
  | 'terminal'
  | 'thinking'
  | 'tools'
  | 'trash'
  | 'warning'
  | 'whole-word'
  | 'zoom-in'
  | 'zoom-out';

/** @param label only if no text says the same. */
export function Icon({ name, label }: { name: IconName; label?: string }): VNode {
  return label === undefined ? (
    <span class={`icon codicon codicon-${name}`} aria-hidden="true" />
  ) : (
    <span class={`icon codicon codicon-${name}`} role="img" aria-label={label} title={label} />
  );
}
