/**
 * The folder in which pi stores the sessions of a working directory: it drops one leading
 * separator, turns every other and every colon into a dash, and changes nothing else. Two
 * directories may share one (`a-b`, `a/b`), which is why the log's own `cwd` decides. Source: pi
 * 0.74.2 and 1.5.2, `core/session-manager`, `getDefaultSessionDir`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}
