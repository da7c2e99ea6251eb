import type { FileFailure, FileSystem } from './fileSystem.ts';
import { matchesName, type PathStyle } from './pathStyle.ts';

export interface LogFile {
  readonly path: string;
  /** Names from the root down, as `StoreLayout.fallbackId` wants them. */
  readonly segments: readonly string[];
}

/**
 * The paths below one folder of a root at which logs are to be expected. A name without `*` is taken
 * as there: opening it tells soon enough, and a call for each session is saved.
 *
 * @param onFailure a folder that is there but cannot be listed.
 */
export function* logFilesIn(
  fileSystem: FileSystem,
  style: PathStyle,
  folder: LogFile,
  logPath: readonly string[],
  onFailure: (path: string, failure: FileFailure) => void,
): Generator<LogFile> {
  const [pattern, ...rest] = logPath;
  if (pattern === undefined) {
    yield folder;
    return;
  }
  for (const name of namesIn(fileSystem, folder.path, pattern, rest.length > 0, onFailure)) {
    const below = { path: style.join(folder.path, name), segments: [...folder.segments, name] };
    yield* logFilesIn(fileSystem, style, below, rest, onFailure);
  }
}

function namesIn(
  fileSystem: FileSystem,
  folder: string,
  pattern: string,
  wantsFolders: boolean,
  onFailure: (path: string, failure: FileFailure) => void,
): readonly string[] {
  if (!pattern.includes('*')) {
    return [pattern];
  }
  const listed = fileSystem.list(folder);
  if (!listed.ok) {
    if (listed.failure.code !== 'notFound' && listed.failure.code !== 'notAFolder') {
      onFailure(folder, listed.failure);
    }
    return [];
  }
  return listed.value
    .filter(
      ({ name, kind }) =>
        (kind === 'link' || kind === (wantsFolders ? 'folder' : 'file')) &&
        matchesName(pattern, name),
    )
    .map(({ name }) => name);
}
