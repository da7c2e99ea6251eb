import type { AgentAdapter, MachineEnvironment } from '#agents/adapter.ts';

/** One watcher to ask VS Code for. Paths use `/`. */
export interface Watch {
  /** An existing folder. */
  readonly base: string;
  /** Glob below it; with `**` the watcher is recursive, without it looks at the folder alone. */
  readonly pattern: string;
  /** `logs`: below a store root. `roots`: whether roots exist may have changed. */
  readonly for: 'logs' | 'roots';
}

/**
 * What to watch so that every store root is followed, also one that does not exist yet, without
 * polling: VS Code polls for a folder that is missing, so only existing folders are given to it.
 *
 * - A root that exists is watched recursively, everything in it: when a session's folder is deleted
 *   or moved in, the event names that folder and no log.
 * - The folder above it is watched alone for the root's name, which notices that the root is deleted
 *   or made again. For a root that is missing, this is the nearest folder that exists and the name
 *   of the next one down.
 * - A root with `*` in it is watched from the part before the first `*`.
 *
 * @param roots absolute, with `/`; a segment `*` stands for any one folder.
 */
export function planWatches(
  roots: readonly string[],
  exists: (folder: string) => boolean,
): readonly Watch[] {
  const watches = new Map<string, Watch>();
  const add = (watch: Watch) => {
    watches.set(`${watch.base}\n${watch.pattern}`, watch);
  };
  for (const root of roots) {
    const segments = root.split('/');
    const star = segments.indexOf('*');
    const fixed = star < 0 ? segments.length : star;
    const base = folderOf(segments, fixed);
    if (exists(base)) {
      const rest = segments.slice(fixed);
      add({ base, pattern: [...rest, '**'].join('/'), for: 'logs' });
    }
    let depth = fixed - 1;
    while (depth > 1 && !exists(folderOf(segments, depth))) {
      depth -= 1;
    }
    const name = segments[depth];
    if (depth > 0 && name !== undefined && exists(folderOf(segments, depth))) {
      add({ base: folderOf(segments, depth), pattern: name, for: 'roots' });
    }
  }
  return [...watches.values()];
}

/** The roots of all stores as `planWatches` wants them. */
export function rootsToWatch(
  adapters: readonly AgentAdapter[],
  environment: MachineEnvironment,
): readonly string[] {
  const roots = adapters.flatMap(({ layout }) => layout.roots(environment));
  return environment.platform === 'windows'
    ? roots.map((root) => root.replaceAll('\\', '/'))
    : roots;
}

function folderOf(segments: readonly string[], depth: number): string {
  const folder = segments.slice(0, depth).join('/');
  // `/` and `C:` alone are not folders' names.
  return folder === '' || /^[A-Za-z]:$/.test(folder) ? `${folder}/` : folder;
}
