import { t } from '#base/l10n.ts';
import type { DecodedLine } from '#core/decodedLine.ts';
import type { SessionEvent, SessionStartEvent } from '#core/event.ts';
import type { JsonObject } from './jsonObject.ts';
import type { LineProblems } from './lineProblems.ts';

/** A line of a format whose entries have IDs and dates. An empty ID names nothing. */
export function decodedEntry(
  events: readonly SessionEvent[],
  problems: LineProblems,
  id: string | undefined,
  time: number | undefined,
): DecodedLine {
  return {
    events,
    problems: problems.all,
    ...(id === undefined || id === '' ? {} : { link: { id } }),
    ...(time === undefined ? {} : { time }),
  };
}

/** The session's header; empty values count as missing. */
export function startEvent(
  id: string | undefined,
  cwd: string | undefined,
  createdAt: number | undefined,
): SessionStartEvent {
  return {
    kind: 'sessionStart',
    sessionId: id === '' ? undefined : id,
    createdAt,
    cwd: cwd === '' ? undefined : cwd,
  };
}

/** A line of an unknown type. */
export function unknownEntry(type: string, record: JsonObject): SessionEvent {
  return { kind: 'unknown', type: type === '' ? t('line without a type') : type, raw: record };
}

/** A message with an unknown role. */
export function unknownRole(role: string, message: JsonObject): SessionEvent {
  const type = role === '' ? t('message without a role') : t('message from “{0}”', role);
  return { kind: 'unknown', type, raw: message };
}

/**
 * The message of a line. If a line claims to be a message but has none, its other content is shown.
 */
export function entryMessage(
  message: JsonObject | undefined,
  record: JsonObject,
  problems: LineProblems,
  read: (message: JsonObject, problems: LineProblems) => readonly SessionEvent[],
): readonly SessionEvent[] {
  if (message !== undefined) {
    return read(message, problems);
  }
  if ((record.message ?? undefined) === undefined) {
    problems.add('odd', t('The line is a message but contains none.'));
  }
  return [unknownEntry('message', record)];
}
