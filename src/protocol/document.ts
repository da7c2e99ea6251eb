import type { Language } from '#base/l10n.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import type { TranscriptFacts, TranscriptWriter } from '#core/rows/transcriptWriter.ts';
import type { OutlineEntry } from './pages/outline.ts';

/**
 * The bundle that draws a transcript as an HTML file, `dist/webview/document.js`. It consists of
 * the page's own rows without the page, so it belongs to the page's sources. The worker loads it
 * for exports and knows only this interface.
 */
export interface DocumentModule {
  /** Afterwards, everything that is loaded lazily is there. */
  prepareDocument(): Promise<void>;
  createDocument(options: DocumentOptions): TranscriptWriter;
}

export interface DocumentOptions {
  readonly facts: TranscriptFacts;
  readonly outline: readonly OutlineEntry[];
  /** Of the rows to be written; undefined if they are not all that a part of the session has. */
  readonly timeline: TimelineBins | undefined;
  /** `document.css` and `documentScript.js`, next to the bundle. */
  readonly style: string;
  readonly script: string;
  /** SHA-256 of a text's UTF-8 form, in Base64, for the file's policy. */
  readonly hashOf: (text: string) => string;
  /** The bundle has its own instance of the l10n module. */
  readonly language: Language;
}
