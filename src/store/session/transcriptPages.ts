import type { Row } from '#core/rows/row.ts';
import type { TranscriptRows } from '#protocol/worker.ts';
import type { SessionReader } from './sessionReader.ts';

/** Approximate limit of one answer: rows with long texts are returned in smaller parts. */
const maxChars = 2_000_000;

/** Rows by range for those who open no session; the index is kept for the next range of the same. */
export class TranscriptPages {
  #last: { readonly path: string; readonly reader: SessionReader } | undefined;

  constructor(private readonly open: (path: string) => SessionReader) {}

  /** A reader that has indexed the whole log and shows the branch that the session continues. */
  async reader(path: string, signal?: AbortSignal): Promise<SessionReader> {
    if (this.#last?.path !== path) {
      this.#last?.reader.close();
      this.#last = { path, reader: this.open(path) };
    }
    const { reader } = this.#last;
    await reader.readAll(signal);
    return reader;
  }

  async read(
    path: string,
    range: { readonly start: number; readonly count: number },
    signal?: AbortSignal,
  ): Promise<Omit<TranscriptRows, 'session'>> {
    const reader = await this.reader(path, signal);
    const { start, total, rows } = reader.rows('all', range.start, range.count);
    return { start, total, rows: firstRows(rows) };
  }
}

/** As many rows as an answer may hold, at least one. */
function firstRows(rows: readonly Row[]): readonly Row[] {
  let chars = 0;
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length;
    return index > 0 && chars > maxChars;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
