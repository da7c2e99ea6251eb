/**
 * The folder in which fen stores the sessions of a working directory: it drops one leading slash,
 * turns the others into dashes, and changes nothing else. Two directories may share one (`a-b`,
 * `a/b`), which is why the log's own `cwd` decides. Source: fen 0.17,
 * `session-backends/jsonl/session.fnl`, `cwd-slug`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^\//, '').replaceAll('/', '-')}--`;
}
