import type { SourceLayout } from '#agents/contract/sources.ts';
import type { FileFailure, FileSystem, FolderEntry } from '../disk/fileSystem.ts';
import { matchesName, type PathStyle } from '../disk/pathStyle.ts';

/** A folder or a session below a root, and the names that lead there from it. */
export interface PlaceBelow {
  readonly path: string;
  readonly segments: readonly string[];
}

/** Hears of a folder that is there but cannot be listed. */
export type OnFailure = (path: string, failure: FileFailure) => void;

/**
 * Where sessions are to be expected below a folder of a store, as an agent's layout has them. A name
 * without `*` is taken as there: asking for it tells soon enough, and a call for each session is saved.
 *
 * @param entries what the folder holds, where the caller has listed it.
 */
export function* sessionsBelow(
  tools: { readonly fileSystem: FileSystem; readonly style: PathStyle },
  layout: SourceLayout,
  folder: PlaceBelow,
  onFailure: OnFailure,
  entries?: readonly FolderEntry[],
  path = layout.path,
): Generator<PlaceBelow> {
  const [pattern, ...rest] = path;
  if (pattern === undefined) {
    yield folder;
    return;
  }
  const isSession = rest.length === 0;
  const wanted = isSession && layout.kind !== 'folder' ? 'file' : 'folder';
  const below = (name: string): PlaceBelow => ({
    path: tools.style.below(folder.path, name),
    segments: [...folder.segments, name],
  });
  if (!pattern.includes('*')) {
    yield* sessionsBelow(tools, layout, below(pattern), onFailure, undefined, rest);
    return;
  }
  for (const { name, kind } of entries ?? listed(tools.fileSystem, folder.path, onFailure)) {
    if (
      (kind === wanted || kind === 'link') &&
      matchesName(pattern, name) &&
      !(isSession && layout.isSideFile?.(name) === true)
    ) {
      yield* sessionsBelow(tools, layout, below(name), onFailure, undefined, rest);
    }
  }
}

function listed(
  fileSystem: FileSystem,
  path: string,
  onFailure: OnFailure,
): readonly FolderEntry[] {
  const entries = fileSystem.list(path);
  if (entries.ok) {
    return entries.value;
  }
  if (entries.failure.code !== 'notFound' && entries.failure.code !== 'notAFolder') {
    onFailure(path, entries.failure);
  }
  return [];
}
