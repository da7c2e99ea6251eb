import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import { safeFileName } from '#core/text/inertText.ts';

/** A file name for an export, by the session's title; without one, by its ID. */
export function exportName(session: SessionRef | SessionSummary, extension: string): string {
  const { name, title, firstUserMessage } = 'size' in session ? session : {};
  const titles = [name, title, firstUserMessage].map((text) => safeFileName(text ?? ''));
  return `${titles.find((text) => text !== '') ?? nameOfId(session)}.${extension}`;
}

/** An ID comes from a log, so only its plain characters are used. */
function nameOfId({ id }: SessionRef): string {
  const plain = id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 36);
  return `session-${plain === '' ? 'export' : plain}`;
}
