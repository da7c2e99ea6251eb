import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/session.ts';
import { previewLength } from '#core/summary.ts';

/** What a summary keeps of a message: VS Code cuts what does not fit. */
const labelLength = previewLength;

/**
 * How a session is called in lists and titles, as one harmless line: the name it was given, else its
 * first message.
 */
export function sessionLabel(session: Pick<SessionSummary, 'name' | 'firstUserMessage'>): string {
  const name = oneLine(session.name ?? '', labelLength);
  const label = name === '' ? oneLine(session.firstUserMessage ?? '', labelLength) : name;
  return label === '' ? t('(no message yet)') : label;
}
