import { t } from '#base/l10n.ts';
import type { ImageData } from '#core/conversation/message.ts';
import { transcriptMarkdown } from '#core/replay/toMarkdown.ts';
import type { Row } from '#core/replay/row.ts';
import { exportLimits, type TranscriptWriter } from '#core/replay/transcriptWriter.ts';
import { UserError } from '#core/userError.ts';
import type { OutlineEntry } from '#protocol/page.ts';
import type { ExportProgress, TranscriptExport, TranscriptFile } from '#protocol/worker.ts';
import type { CreateDocument } from './documentBundle.ts';
import { exportTarget } from './exportTarget.ts';
import { NewFile } from '../disk/newFile.ts';
import { Lazy } from '#base/lazy.ts';
import { Pacer } from '#base/pacer.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import type { SessionStore } from '../sessionStore.ts';

type OnProgress = (progress: ExportProgress) => Promise<void>;

/** Rows per read, all of which are held in memory together. */
const batch = 10;

/** Interval of progress reports, in ms. */
const progressEvery = 100;

/**
 * Exports transcripts. Reads the log and writes the file in slices, so that the thread can answer
 * other requests meanwhile and holds only a few rows.
 */
export class TranscriptExporter {
  readonly #store: SessionStore;
  readonly #documents: Lazy<CreateDocument>;

  constructor(store: SessionStore, loadDocuments: () => Promise<CreateDocument>) {
    this.#store = store;
    this.#documents = new Lazy(loadDocuments);
  }

  /**
   * Exports the branch shown, if the session is open.
   *
   * @param onProgress receives the number of rows written; the export waits for it.
   * @throws UserError if the log cannot be read or changes meanwhile, or the file cannot be
   *   written; the signal's reason when aborted. An existing file then stays unchanged.
   */
  async export(
    order: TranscriptExport,
    signal?: AbortSignal,
    onProgress: OnProgress = () => Promise.resolve(),
  ): Promise<TranscriptFile> {
    const { path, file: target } = order;
    const { mode } = exportTarget(this.#store, path, target);
    const reader = await this.#store.whole(path, signal);
    const pacer = new Pacer(signal);
    const { generation } = reader.state();
    const writer = await this.#writer(reader, order, pacer);
    const file = new NewFile(target, mode);
    try {
      file.write(writer.begin());
      const rows = await this.#writeRows(reader, generation, writer, file, onProgress, pacer);
      file.write(writer.end());
      file.finish();
      return { rows, bytes: file.bytes };
    } finally {
      file.discard();
    }
  }

  async #writer(
    reader: SessionReader,
    { format }: TranscriptExport,
    pacer: Pacer,
  ): Promise<TranscriptWriter> {
    const facts = reader.state();
    if (format === 'markdown') {
      return transcriptMarkdown(facts);
    }
    const createDocument = await this.#documents.get();
    return createDocument({ facts, outline: await outlineOf(reader, pacer) });
  }

  async #writeRows(
    reader: SessionReader,
    generation: number,
    writer: TranscriptWriter,
    file: NewFile,
    onProgress: OnProgress,
    pacer: Pacer,
  ): Promise<number> {
    const total = reader.state().rows;
    let written = 0;
    let reportedAt = performance.now();
    for await (const row of rowsOf(reader, total, pacer)) {
      file.write(writer.row(row, imagesOf(reader, row)));
      written += 1;
      if (performance.now() - reportedAt >= progressEvery) {
        reportedAt = performance.now();
        await onProgress({ rows: written, total });
      }
    }
    if (reader.state().generation !== generation || written !== total) {
      throw new UserError(t('The session changed while it was exported. Try again.'));
    }
    return written;
  }
}

/** Entries per read. */
const entries = 50;

async function outlineOf(reader: SessionReader, pacer: Pacer): Promise<OutlineEntry[]> {
  const outline: OutlineEntry[] = [];
  for (let total = Infinity; outline.length < total;) {
    const page = reader.outline(outline.length, entries);
    total = page.entries.length === 0 ? 0 : page.total;
    outline.push(...page.entries);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return outline;
}

async function* rowsOf(reader: SessionReader, total: number, pacer: Pacer): AsyncGenerator<Row> {
  for (let start = 0; start < total;) {
    const { rows } = reader.rows('all', start, Math.min(batch, total - start), exportLimits);
    if (rows.length === 0) {
      return;
    }
    start += rows.length;
    for (const row of rows) {
      if (pacer.isDue) {
        await pacer.pause();
      }
      yield row;
    }
  }
}

function imagesOf(reader: SessionReader, row: Row): readonly (ImageData | undefined)[] {
  const { images = [] } = row.kind === 'user' || row.kind === 'tool' ? row : {};
  const data = images.length === 0 ? [] : reader.images(row.id);
  return images.map((_, index) => data[index]);
}
