import { join } from 'node:path';
import type { Row } from '#core/rows/row.ts';
import type { CreateDocument } from '#store/export/documentBundle.ts';
import { findSecrets } from '#store/export/secretRules.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { home, keenStore, logPath, startLine, turnLine, userLine } from './keenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/** The session's log. */
export const path = logPath('a');

/** A writer's calls, as its text. */
export const document: CreateDocument = ({ facts, outline }) => ({
  begin: () => `${JSON.stringify({ rows: facts.rows, outline })}\n`,
  row: (row: Row) => `${row.id} ${row.kind}\n`,
  end: () => 'end\n',
});

/** An exporter of one session; its file goes into the folder. */
export function exporterOf(
  folder: string,
  content: string,
  onProgress: (rows: number, total: number) => void = () => undefined,
  createDocument = document,
) {
  const disk = new MemoryFileSystem();
  disk.put(path, content);
  const store = keenStore(disk);
  let loaded = 0;
  const exporter = new TranscriptExporter({
    store,
    home,
    loadDocuments: () => {
      loaded += 1;
      return Promise.resolve(createDocument);
    },
    loadSecrets: () => Promise.resolve(findSecrets),
  });
  const file = join(folder, 'out');
  const run = (more: { format?: 'html' | 'markdown'; file?: string; signal?: AbortSignal } = {}) =>
    exporter.export(
      { path, format: more.format ?? 'markdown', file: more.file ?? file },
      more.signal,
      ({ rows, total }) => {
        onProgress(rows, total);
        return Promise.resolve();
      },
    );
  return { disk, store, file, run, exporter, loads: () => loaded };
}

/** A log with this many rows. */
export const long = (rows: number, chars = 2_000) =>
  startLine('a') +
  Array.from(
    { length: rows / 2 },
    (_, at) => userLine(at * 2 + 2, `Q ${at}`) + turnLine(at * 2 + 3, 'w'.repeat(chars)),
  ).join('');
