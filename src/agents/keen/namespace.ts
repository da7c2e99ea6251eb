import { trimEnd } from '#core/text/trimEnd.ts';
import type { Hash } from '../contract/machineEnvironment.ts';

/**
 * Name of the folder that holds the sessions of one working directory: a readable slug and the
 * first ten digits of the path's SHA-1. Source: Keen 0.38.1, `internal/session/path.go`.
 *
 * @param cwd the absolute path as Keen saw it: no symlink resolved, case preserved. Another
 *   spelling of the same folder has another name, which is why the log's own `cwd` decides in the
 *   end.
 */
export function namespaceOf(cwd: string, hash: Hash): string {
  return `${slugOf(cwd)}-${hash('sha1', cwd).slice(0, 10)}`;
}

/**
 * Separators become dashes one by one, and every other run of unsafe code points becomes one dash.
 * Keen trims white space first; here it becomes dashes, which are trimmed from the ends with the
 * rest.
 */
function slugOf(cwd: string): string {
  const dashed = cwd
    .replace(/[/\\]/g, '-')
    .replace(/[^A-Za-z0-9._-]+/gu, '-')
    .replace(/^[-.]+/, '');
  const slug = trimEnd(dashed, '-.');
  return slug === '' ? 'root' : slug;
}
