import type { Emit } from '#protocol/channel/contract.ts';
import type {
  ExportProgress,
  MarkdownOrder,
  MarkdownPart,
  TranscriptExport,
  TranscriptPart,
} from '#protocol/worker.ts';
import { writeText } from '../disk/newFile.ts';
import { exportTarget } from '../export/exportTarget.ts';
import type { TranscriptExporter } from '../export/transcriptExporter.ts';
import type { SessionStore } from '../sessionStore.ts';

/** Requests for exports, which need no open session. */
export function exportRequests(store: SessionStore, exporter: TranscriptExporter) {
  return {
    /** Writes a file with the transcript. An existing file is replaced at the end. */
    'session/export': (order: TranscriptExport, signal: AbortSignal, emit: Emit<ExportProgress>) =>
      exporter.export(order, signal, emit),
    /** Finds likely secrets and home folders in what an export would hold. */
    'session/scan': (part: TranscriptPart, signal: AbortSignal, emit: Emit<ExportProgress>) =>
      exporter.scan(part, signal, emit),
    /** Rows as Markdown, with their whole texts if they are selected. */
    'session/markdown': (order: MarkdownOrder, signal: AbortSignal, emit: Emit<MarkdownPart>) =>
      exporter.markdown(order, signal, emit),
    /**
     * Whether the target file of an export already exists; refuses with a sentence if it may not be
     * written.
     */
    'export/look': ({ file }: { readonly file: string }) => {
      const { exists } = exportTarget(store, undefined, file);
      return { exists };
    },
    /** Writes a finished export, of the log at `path` if it is one session's. Makes its folder. */
    'export/text': ({
      path,
      file,
      text,
    }: {
      readonly path?: string | undefined;
      readonly file: string;
      readonly text: string;
    }) => {
      const { mode } = exportTarget(store, path, file);
      writeText(file, text, mode);
    },
  };
}
