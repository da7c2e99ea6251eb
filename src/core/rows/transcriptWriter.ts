import type { ImageData } from '../events/message.ts';
import type { Spending } from '../prices/spending.ts';
import type { SessionLink } from '../events/session.ts';
import type { TextLimits } from '../text/longText.ts';
import type { Row } from './row.ts';
import type { RowKind } from '../index/rowTable.ts';

/** Writes a transcript as text, piece by piece, so that a whole session is never in memory. */
export interface TranscriptWriter {
  begin(): string;
  /** @param images of the row, in order; undefined for one that is no longer in the log. */
  row(row: Row, images: readonly (ImageData | undefined)[]): string;
  end(): string;
}

/** What a fork began with, and who speaks there. */
export interface CopiedPart {
  readonly agentLabel: string;
  /** Of the log, from its first. */
  readonly lines: number;
}

/** Who speaks in a row that is not the user’s. */
export function speakerOf(
  { agentLabel, copied }: Pick<TranscriptFacts, 'agentLabel' | 'copied'>,
  { source }: Pick<Row, 'source'>,
): string {
  return copied !== undefined && source.line <= copied.lines ? copied.agentLabel : agentLabel;
}

/** The header above the rows. */
export interface TranscriptFacts {
  readonly agentLabel: string;
  readonly copied?: CopiedPart;
  readonly title: string;
  readonly sessionId: string;
  readonly cwd: string | undefined;
  /** Epoch ms. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number;
  /** Bytes of the log. */
  readonly size: number;
  /** Rows that are written. */
  readonly rows: number;
  readonly kinds: Readonly<Partial<Record<RowKind, number>>>;
  readonly problems: { readonly lost: number; readonly odd: number };
  readonly usage?: Spending;
  readonly parent?: SessionLink;
  /** Set if only some rows are written: how many the whole transcript has. */
  readonly partOf?: number;
  /** Likely secrets and home folders were taken out. */
  readonly redacted?: true;
  /** Set if the log has other branches, which are not written. */
  readonly branch: { readonly isLast: boolean } | undefined;
}

/**
 * How much of one text an exported transcript holds. Agents themselves cut the output of a call at
 * 30 to 60 K characters; anything longer is a file that went into a log.
 */
export const exportLimits: TextLimits = { chars: 100_000, lines: 5_000, isDrawn: true };
