import type { FolderLayout, JsonFile } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import type { Pacer } from '#base/pacer.ts';
import { parseShallow } from '#core/jsonl/shallowJson.ts';
import {
  entriesIn,
  failed,
  success,
  valueOf,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import { readWholeFile, wholeLimit } from '../../disk/sizeLimits.ts';
import { fileMightContain } from '../records/fileMightContain.ts';
import {
  madeRecord,
  SnapshotSource,
  unreadRecord,
  type Snapshot,
} from '../records/snapshotReading.ts';
import type { SoughtText } from '../records/source.ts';

/** A session in a JSON file, with a file for each entry and for each part of one in other folders. */
export class FolderSource extends SnapshotSource {
  readonly #folder: string;
  readonly #id: string;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly path: string,
    private readonly layout: FolderLayout,
  ) {
    super();
    const { folder, name } = style.split(path);
    this.#folder = folder;
    this.#id = idOf(name);
  }

  /** Of the session's file, and when an entry was added: two calls, however many entries there are. */
  stat(): Result<FileStat> {
    const session = this.fileSystem.stat(this.path);
    const entries = this.fileSystem.stat(this.#entriesFolder());
    return session.ok && entries.ok
      ? success({
          ...session.value,
          mtimeMs: Math.max(session.value.mtimeMs, entries.value.mtimeMs),
        })
      : session;
  }

  async mightContain(text: SoughtText, pacer: Pacer): Promise<boolean> {
    for (const path of this.#files()) {
      if (await fileMightContain(this.fileSystem, path, text, false, pacer, wholeLimit)) {
        return true;
      }
    }
    return false;
  }

  *#files(): Generator<string> {
    yield this.path;
    const folder = this.#entriesFolder();
    for (const entry of this.#idsIn(folder)) {
      yield this.style.below(folder, `${entry}.json`);
      const parts = this.#partsFolder(entry);
      if (parts !== undefined) {
        yield* this.#idsIn(parts).map((id) => this.style.below(parts, `${id}.json`));
      }
    }
  }

  protected snapshot(): Snapshot {
    const stat = valueOf(this.stat());
    const session: JsonFile = { id: this.#id, ...valueOf(this.#read(this.path)) };
    const folder = this.#entriesFolder();
    const ids = this.#idsIn(folder);
    // Entries name others, and no name may lead anywhere else.
    const known = new Set(ids);
    const partsOf = (entry: string) => (known.has(entry) ? this.#partsOf(entry) : []);
    const context = { partsOf, found: new Map<string, JsonRecord | undefined>() };
    return {
      stat,
      length: ids.length + 1,
      at: (place) => {
        const id = ids[place - 1];
        if (id === undefined) {
          return madeRecord(this.layout.headerOf(session), place);
        }
        const entry = this.#read(this.style.below(folder, `${id}.json`));
        if (!entry.ok) {
          return unreadRecord(entry.failure.message, place);
        }
        const record = this.layout.recordOf({ id, ...entry.value }, session, context);
        return madeRecord(record, place);
      },
    };
  }

  #partsOf(entry: string): readonly JsonFile[] {
    const folder = this.#partsFolder(entry);
    return folder === undefined
      ? []
      : this.#idsIn(folder).map((id) => {
          const part = this.#read(this.style.below(folder, `${id}.json`));
          return { id, value: part.ok ? part.value.value : undefined };
        });
  }

  #entriesFolder(): string {
    return this.style.join(this.#folder, this.layout.entriesIn(this.#id).join('/'));
  }

  #partsFolder(entry: string): string | undefined {
    const names = this.layout.partsIn?.(entry);
    return names && this.style.join(this.#folder, names.join('/'));
  }

  /** In order. A folder that is not there has no files yet; names with a dot are being written. */
  #idsIn(folder: string): readonly string[] {
    return entriesIn(this.fileSystem, folder)
      .filter(({ name, kind }) => kind === 'file' && /^[^.]+\.json$/.test(name))
      .map(({ name }) => idOf(name))
      .sort();
  }

  #read(path: string): Result<{ readonly value: unknown }> {
    return withFile(this.fileSystem, path, (file) => {
      const text = readWholeFile(file, path).toString('utf8');
      try {
        return { value: parseShallow(text) };
      } catch {
        return valueOf(
          failed(t('{0} is not valid JSON. It may be in the middle of being written.', path)),
        );
      }
    });
  }
}

function idOf(name: string): string {
  return name.replace(/\.json$/, '');
}
