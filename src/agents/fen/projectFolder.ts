/**
 * The folder in which fen keeps the sessions of a working directory: one leading slash goes, the
 * others become dashes, nothing else changes. Two directories may share one (`a-b`, `a/b`), which is
 * why the log's own `cwd` decides. Source: fen 0.17, `session-backends/jsonl/session.fnl`, `cwd-slug`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^\//, '').replaceAll('/', '-')}--`;
}
