import type { ImageData } from '../conversation/message.ts';
import type { Usage } from '../event.ts';
import type { SessionLink } from '../session.ts';
import type { TextLimits } from '../text/longText.ts';
import type { Row, RowKind } from './row.ts';

/** Writes a transcript as one text, piece by piece: nobody holds the whole of a session. */
export interface TranscriptWriter {
  begin(): string;
  /** @param images the row's, in their order; undefined where the log has one no more. */
  row(row: Row, images: readonly (ImageData | undefined)[]): string;
  end(): string;
}

/** What is said above the rows. */
export interface TranscriptFacts {
  readonly agentLabel: string;
  readonly title: string;
  readonly sessionId: string;
  readonly cwd: string | undefined;
  /** Epoch ms. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number;
  /** Bytes of the log. */
  readonly size: number;
  readonly rows: number;
  readonly kinds: Readonly<Partial<Record<RowKind, number>>>;
  readonly problems: { readonly lost: number; readonly odd: number };
  readonly usage?: Usage;
  readonly parent?: SessionLink;
  /** Set where the log has other branches, which are not written. */
  readonly branch: { readonly isLast: boolean } | undefined;
}

/**
 * How much of one text an exported transcript holds. Agents cut the output of a call at 30 to 60 K
 * characters themselves; what is longer is a file that went into a log.
 */
export const exportLimits: TextLimits = { chars: 100_000, lines: 5_000 };
