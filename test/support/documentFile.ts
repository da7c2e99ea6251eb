import { join } from 'node:path';
import { setLanguage, type Language } from '#base/l10n.ts';
import type { ImageData } from '#core/events/message.ts';
import type { Row } from '#core/rows/row.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import type { TranscriptFacts } from '#core/rows/transcriptWriter.ts';
import { loadDocumentBundle } from '#store/export/documentBundle.ts';
import { timelineOf } from './pagePlayback.ts';
import { outlineOfRows } from './rowOutline.ts';

export interface DocumentSample {
  readonly rows: readonly Row[];
  readonly facts?: Partial<TranscriptFacts>;
  readonly language?: Language;
  /** By row ID. */
  readonly images?: Readonly<Record<string, readonly ImageData[]>>;
}

/** A document rendered by the built bundle from a test's rows. */
export async function documentText({
  rows,
  facts,
  images = {},
  language = { locale: 'en-GB' },
}: DocumentSample): Promise<string> {
  setLanguage(language);
  const createDocument = await loadDocumentBundle(join(process.cwd(), 'dist/webview'));
  const kinds: Partial<Record<RowKind, number>> = {};
  for (const { kind } of rows) {
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  const writer = createDocument({
    facts: {
      agentLabel: 'Keen Code',
      title: 'The importer drops the last row',
      sessionId: '0199a7c2-5b1e-7c3f-9d0a-3f6c2f0d8e11',
      cwd: '/home/ada/src/ledger',
      createdAt: Date.UTC(2026, 10, 20, 9, 12),
      updatedAt: Date.UTC(2026, 10, 20, 10, 3),
      size: 184_320,
      rows: rows.length,
      kinds,
      problems: { lost: 0, odd: 0 },
      branch: undefined,
      ...facts,
    },
    outline: outlineOfRows(rows),
    timeline: rows.length === 0 ? undefined : timelineOf(rows, 300),
  });
  const drawn = rows.map((row) => writer.row(row, images[row.id] ?? []));
  return [writer.begin(), ...drawn, writer.end()].join('');
}
