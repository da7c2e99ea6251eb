import type { FolderLayout } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import type { Source } from '#core/source.ts';
import { UserError } from '#core/userError.ts';
import {
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { matchesName, type PathStyle } from '../../disk/pathStyle.ts';
import { fileMayShow } from '../records/fileMayShow.ts';
import { SnapshotBackward, SnapshotReading, type Snapshot } from '../records/snapshotReading.ts';
import type { SessionSource, SoughtText } from '../records/source.ts';

/** One record; its text is parsed as a line of a log is. */
const maxRecordBytes = 256 * 1024 * 1024;

interface RecordFile {
  readonly path: string;
  readonly stat: FileStat;
}

/** A session in a folder with a JSON file for each record. */
export class FolderSource implements SessionSource {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #path: string;
  readonly #layout: FolderLayout;

  constructor(fileSystem: FileSystem, style: PathStyle, path: string, layout: FolderLayout) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#path = path;
    this.#layout = layout;
  }

  /** Of all records together; the newest tells when the session changed. */
  stat(): Result<FileStat> {
    const files = this.#files();
    return files.ok ? this.#statOf(files.value) : files;
  }

  read(from?: Source): SnapshotReading {
    return new SnapshotReading(() => this.#snapshot(), from);
  }

  readBackward(): SnapshotBackward {
    return new SnapshotBackward(() => this.#snapshot());
  }

  async mayShow(text: SoughtText, pacer: Pacer): Promise<boolean> {
    const files = this.#files();
    if (!files.ok) {
      throw new UserError(files.failure.message);
    }
    for (const { path } of files.value) {
      if (await fileMayShow(this.#fileSystem, path, text, false, pacer)) {
        return true;
      }
    }
    return false;
  }

  #statOf(files: readonly RecordFile[]): Result<FileStat> {
    const folder = this.#fileSystem.stat(this.#path);
    return folder.ok
      ? success({
          size: files.reduce((sum, { stat }) => sum + stat.size, 0),
          mtimeMs: files.reduce((newest, { stat }) => Math.max(newest, stat.mtimeMs), 0),
          identity: folder.value.identity,
        })
      : folder;
  }

  #snapshot(): Result<Snapshot> {
    const files = this.#files();
    if (!files.ok) {
      return files;
    }
    const stat = this.#statOf(files.value);
    return stat.ok
      ? success({
          stat: stat.value,
          length: files.value.length,
          at: (place) => this.#record(files.value[place], place),
        })
      : stat;
  }

  #record(file: RecordFile | undefined, place: number): ReturnType<Snapshot['at']> {
    if (file === undefined) {
      throw new RangeError('There is no such record.');
    }
    const { path, stat } = file;
    const length = stat.size;
    const source = { line: place + 1, offset: place, length };
    const print = `${path}\n${stat.size}\n${stat.mtimeMs}\n${String(stat.identity)}`;
    if (length > maxRecordBytes) {
      const unread = t('{0} exceeds the limit of 256 MB and was not read.', path);
      return success({ record: { source, unread }, print });
    }
    const read = withFile(this.#fileSystem, path, (opened) => readRange(opened, 0, length));
    return read.ok
      ? success({ record: { bytes: read.value, source, windowsEnd: false }, print })
      : success({ record: { source, unread: read.failure.message }, print });
  }

  /** In the order of their names, folder by folder. */
  #files(): Result<readonly RecordFile[]> {
    const found: RecordFile[] = [];
    const listed = this.#addBelow(this.#path, this.#layout.records, found);
    return listed.ok ? success(found) : listed;
  }

  #addBelow(
    folder: string,
    [pattern = '', ...rest]: readonly string[],
    found: RecordFile[],
  ): Result<unknown> {
    const listed = this.#fileSystem.list(folder);
    if (!listed.ok) {
      return listed;
    }
    const wanted = rest.length > 0 ? 'folder' : 'file';
    const names = listed.value
      .filter(({ name, kind }) => kind === wanted && matchesName(pattern, name))
      .map(({ name }) => name);
    for (const name of names.sort()) {
      const path = this.#style.below(folder, name);
      const stat = rest.length > 0 ? undefined : this.#fileSystem.stat(path);
      if (stat === undefined) {
        const below = this.#addBelow(path, rest, found);
        if (!below.ok) {
          return below;
        }
      } else if (stat.ok) {
        found.push({ path, stat: stat.value });
      }
    }
    return success(undefined);
  }
}
