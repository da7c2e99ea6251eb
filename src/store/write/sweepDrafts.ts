import type { FileSystem } from '../disk/fileSystem.ts';
import type { Pacer } from '#base/pacer.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { DiskError, type WriteFiles } from './writeFiles.ts';

/** Whoever still writes a draft has written to it within this time. */
const leftBehindMs = 60 * 60 * 1000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Name of the file that a session's first lines are written to before it is one. */
export function draftName(id: string): string {
  return `.transcript-${id.slice(0, 8)}`;
}

/**
 * Takes away what was left by a process that was killed while it began a session: a folder that is
 * named by an id and holds the draft of that id, if nobody has written to it for an hour. Anything
 * else in such a folder stays, and the folder with it.
 *
 * @param folder with a folder for each session.
 * @throws the pacer's reason when it was aborted.
 */
export async function sweepDrafts(
  folder: string,
  { files, fileSystem, style }: { files: WriteFiles; fileSystem: FileSystem; style: PathStyle },
  pacer: Pacer,
  now: number,
): Promise<void> {
  const listed = fileSystem.list(folder);
  for (const { name, kind } of listed.ok ? listed.value : []) {
    if (kind !== 'folder' || !uuid.test(name)) {
      continue;
    }
    const draft = style.join(folder, name, draftName(name));
    const stat = fileSystem.stat(draft);
    if (stat.ok && now - stat.value.mtimeMs > leftBehindMs) {
      try {
        files.remove(draft);
        files.removeFolder(style.join(folder, name));
      } catch (error) {
        // What the disk refuses now is tried again by the next one; no agent takes it for a session.
        if (!(error instanceof DiskError)) {
          throw error;
        }
      }
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
