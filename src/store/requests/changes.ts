import { Pacer } from '#base/pacer.ts';
import { composeEdits, gapWords, type ComposedSides } from '#core/changes/composeEdits.ts';
import type { EditCheck, RowRange } from '#protocol/pages/page.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import { editStates } from '../session/editStates.ts';
import { recordedEdit } from '../session/recordedEdit.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { OfRow, OfSession } from './range.ts';
import { rowIn } from './rows.ts';

/** Requests about what sessions changed. @param fileSystem the files that they changed. */
export function changesRequests(store: SessionStore, fileSystem: FileSystem) {
  return {
    /** The files that a range of rows changed; `whole` waits for the index. */
    'files/read': async (
      { path, whole, ...range }: OfSession & RowRange & { readonly whole?: true },
      signal: AbortSignal,
    ) => {
      const reader = whole === true ? await store.whole(path, signal) : store.reader(path);
      return reader.changedFiles(range, new Pacer(signal));
    },
    /** What an edit changed; undefined if it is gone, or the log does not tell. */
    'session/diff': async ({ path, rowId }: OfRow, signal: AbortSignal) => {
      const row = await rowIn(store, path, rowId, signal);
      return recordedEdit(row.reader, row.rowId);
    },
    /** What the recorded edits of one file, in a range of rows, made of it. */
    'session/fileSides': async (
      { path, ...range }: OfSession & RowRange & { readonly file: string },
      signal: AbortSignal,
    ): Promise<ComposedSides> => {
      const reader = await store.whole(path, signal);
      return composeEdits(await reader.editsOfFile(range, new Pacer(signal)), gapWords);
    },
    /** Whether edits are still in their files, and where, as far as those are in one of the folders. */
    'edits/check': (
      {
        path,
        rowIds,
        folders,
      }: OfSession & { readonly rowIds: readonly string[]; readonly folders: readonly string[] },
      signal: AbortSignal,
    ): Promise<readonly EditCheck[]> => {
      const files = { fileSystem, style: store.style, folders };
      return editStates(store.reader(path), rowIds, files, new Pacer(signal));
    },
  };
}
