import type { SessionSummary } from '#core/events/session.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import type { ToolContext } from './toolContext.ts';
import { sessionLine } from './words.ts';

/** A session that is read from one of its parts. */
export interface ReadOrder {
  readonly session: SessionSummary;
  readonly reader: SessionReader;
  /** Index of the first prompt, row or message. */
  readonly start: number;
  readonly count: number;
}

/** What an answer about a session begins with. */
export function head({ linkTo }: ToolContext, session: SessionSummary): string {
  return `Session ${sessionLine(session, linkTo(session))}`;
}

/** What of a part was left out, and how to get it. */
export function rest(
  word: 'prompt' | 'row' | 'message',
  { start, at, total }: { readonly start: number; readonly at: number; readonly total: number },
): string {
  if (start >= total) {
    return `There is no ${word} ${start + 1}: there are ${total}.`;
  }
  const shown = `These are ${word}s ${start + 1} to ${at} of ${total}.`;
  const more = at < total ? ` Call again with from: ${at + 1} for the next.` : '';
  const note =
    word === 'prompt'
      ? ''
      : ` Texts that end with […] or say how much more is in the log were cut; read one ${word} with count: 1 for more of it.`;
  return `${shown}${more}${note}`;
}
