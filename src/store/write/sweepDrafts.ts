import type { FileSystem } from '../disk/fileSystem.ts';
import type { Pacer } from '#base/pacer.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { quietly, type WriteFiles } from './writeFiles.ts';

/** A live writer has written to its draft within this time. */
const leftBehindMs = 60 * 60 * 1000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Name of the file with a session's first lines until it is complete. */
export function draftName(id: string): string {
  return `.transcript-${id.slice(0, 8)}`;
}

/**
 * Removes what processes killed while creating a session left behind: a folder named by an ID with
 * that ID's draft, untouched for an hour. Any other content of such a folder stays, and so does the
 * folder.
 *
 * @param folder with one folder per session.
 * @throws the pacer's reason when aborted.
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
      // The next sweep tries again; no agent takes it for a session.
      quietly(() => {
        files.remove(draft);
        files.removeFolder(style.join(folder, name));
      });
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
