/**
 * The folder in which pi keeps the sessions of a working directory: one leading separator goes, every
 * other and every colon becomes a dash, nothing else changes. Two directories may share one (`a-b`,
 * `a/b`), which is why the log's own `cwd` decides. Source: pi 0.74.2 and 1.5.2,
 * `core/session-manager`, `getDefaultSessionDir`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}
