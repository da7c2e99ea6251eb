import { createHash } from 'node:crypto';
import type { DocumentLayout, DocumentRecord } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import { shallowRecord } from '#core/jsonl/readRecords.ts';
import type { Source } from '#core/source.ts';
import {
  failed,
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { SnapshotBackward, SnapshotReading, type Snapshot } from '../records/snapshotReading.ts';
import type { SessionSource } from '../records/source.ts';

/** A text in V8 is no longer than that, and a session of this kind is held whole while it is read. */
const maxBytes = 256 * 1024 * 1024;

/** A session in one JSON file, which its agent writes anew each time. It is parsed whole. */
export class DocumentSource implements SessionSource {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #layout: DocumentLayout;

  constructor(fileSystem: FileSystem, path: string, layout: DocumentLayout) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#layout = layout;
  }

  stat(): Result<FileStat> {
    return this.#fileSystem.stat(this.#path);
  }

  read(from?: Source): SnapshotReading {
    return new SnapshotReading(() => this.#snapshot(), from);
  }

  readBackward(): SnapshotBackward {
    return new SnapshotBackward(() => this.#snapshot());
  }

  #snapshot(): Result<Snapshot> {
    return withFile(this.#fileSystem, this.#path, (file) => {
      const { stat } = file;
      if (stat.size > maxBytes) {
        return failed(t('{0} exceeds the limit of 256 MB and was not read.', this.#path));
      }
      const bytes = readRange(file, 0, stat.size);
      return bytes.ok ? this.#parse(bytes.value.toString('utf8'), stat) : bytes;
    });
  }

  #parse(text: string, stat: FileStat): Result<Snapshot> {
    let document: unknown;
    try {
      document = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch {
      return failed(
        t('{0} is not valid JSON. It may be in the middle of being written.', this.#path),
      );
    }
    const records = [...this.#layout.recordsOf(document)];
    return success({
      stat,
      length: records.length,
      at: (place) => success(rawOf(records[place], place)),
    });
  }
}

function rawOf(record: DocumentRecord | undefined, place: number) {
  const value = shallowRecord(record?.value ?? {});
  const text = JSON.stringify(value);
  const source = { line: place + 1, offset: place, length: Buffer.byteLength(text) };
  return { record: { value, source }, print: createHash('sha1').update(text).digest('base64') };
}
