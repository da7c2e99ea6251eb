import { speakerLabel } from '#agents/registry.ts';
import { sessionTitle, type SessionSummary } from '#core/events/session.ts';
import { codeSpan } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';

/** Characters of a title or a prompt in a list. */
const lineChars = 160;

/** Characters of an ID. */
const idChars = 200;

/** Foreign text as one quoted line. Nothing in it ends the quotation. */
export function quoted(text: string, max = lineChars): string {
  return `“${withoutQuotes(oneLine(text, max))}”`;
}

function withoutQuotes(text: string): string {
  return text.replace(/[“”]/g, '"');
}

/** A session's name, else what it is about. */
export function titleOf(session: SessionSummary): string {
  return quoted(sessionTitle(session) ?? 'no message yet');
}

/** Everything that tells one session from another, in a line. */
export function sessionLine(session: SessionSummary, link: string): string {
  const { id, updatedAt } = session;
  return `${titleOf(session)} · ${speakerLabel(session)} · ${utc(updatedAt)} · ID ${idOf(id)} · ${link}`;
}

/** An ID as answers write it, which is not always as its agent does. */
export function idOf(id: string): string {
  return codeSpan(withoutQuotes(oneLine(id, idChars)));
}

/** `2026-11-20 14:03 UTC`. Dates in logs are foreign input: one that no calendar has is its number. */
export function utc(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? String(time)
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
