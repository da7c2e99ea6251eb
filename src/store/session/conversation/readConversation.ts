import { callsFirst, expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from '#core/events/message.ts';
import type { Source } from '#core/events/decodedLine.ts';
import type { Pacer } from '#base/pacer.ts';
import type { KnownSession } from '../../roots/places.ts';
import { ownDecode } from '../../sources/log/ownRecords.ts';
import { readReplaced } from '../../sources/records/replaced.ts';
import { SessionReplaced, type RecordReading, workOf } from '../../sources/records/source.ts';

import { ConversationLines } from './conversationLines.ts';

export interface ReadConversation {
  readonly entries: readonly ConversationEntry[];
  readonly messages: readonly ConversationMessage[];
  readonly compactions: number;
}

/** Where reading starts; nothing before it is still part of the conversation. */
export interface ConversationStart extends Source {
  /** Compactions before it. */
  readonly compactions: number;
}

/** The last event that counts. */
export interface ConversationUntil {
  readonly line: number;
  /** Number of the line's events that count; all if absent. */
  readonly events?: number | undefined;
}

/**
 * What a model would get now: every record is read and decoded once, most of the conversation's
 * once more at the end, and nothing else is cached. If another session replaces it meanwhile,
 * reading starts over with that one.
 *
 * @param start where to start; by default the first record.
 * @param until reads the conversation as if the session ended there.
 * @throws UserError if the session cannot be read; the pacer's reason when aborted.
 */
export function readConversation(
  session: Pick<KnownSession, 'path' | 'source' | 'adapter' | 'layout'>,
  pacer: Pacer,
  start?: ConversationStart,
  until: ConversationUntil = { line: Infinity },
): Promise<ReadConversation> {
  const { path, source, adapter } = session;
  const read = async (isAgain: boolean) => {
    const from = isAgain ? undefined : start;
    const reading = source.read(from);
    const decodeNext = from === undefined ? ownDecode(session) : adapter.decode;
    const lines = new ConversationLines(adapter.decode, undefined, decodeNext);
    await readLines(reading, lines, pacer, until);
    lines.end();
    await readAgain(reading, lines, pacer);
    const entries = callsFirst(lines.entries());
    return {
      entries,
      messages: entries.flatMap(expandEntry),
      compactions: (from?.compactions ?? 0) + lines.compactions,
    };
  };
  return readReplaced(path, read, pacer);
}

/** @throws SessionReplaced; the pacer's reason when aborted. */
async function readLines(
  reading: RecordReading,
  lines: ConversationLines,
  pacer: Pacer,
  until: ConversationUntil,
): Promise<void> {
  const { line: lastLine, events } = until;
  let last = 0;
  for (;;) {
    const progress = reading.next((record) => {
      last = record.source.line;
      return last <= lastLine
        ? workOf(lines.push(record, last === lastLine ? events : undefined))
        : 1;
    }, false);
    if (progress === 'replaced') {
      throw new SessionReplaced();
    }
    if (last >= lastLine || progress === 'complete') {
      const tail = last >= lastLine ? undefined : reading.tail();
      if (tail !== undefined) {
        lines.push(tail, tail.source.line === lastLine ? events : undefined);
      }
      return;
    }
    await pacer.pauseIfDue();
  }
}

/** Reads the conversation's records that are not cached. @throws as `readLines`. */
async function readAgain(
  reading: RecordReading,
  lines: ConversationLines,
  pacer: Pacer,
): Promise<void> {
  const missing = lines.missing();
  for (let next = 0; next < missing.length;) {
    reading.again((recordAt) => {
      do {
        const source = missing[next];
        if (source !== undefined) {
          lines.add(recordAt(source));
        }
        next += 1;
      } while (next < missing.length && !pacer.isDue);
    });
    if (next < missing.length) {
      await pacer.pause();
    }
  }
}
