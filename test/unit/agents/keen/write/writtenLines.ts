import { keenAdapter } from '#agents/keen/adapter.ts';
import { keenWriter } from '#agents/keen/write/keenWriter.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from '#core/events/message.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import { readKeenStrictly } from '../../../../support/strictKeenReader.ts';

export const cwd = '/home/ann/project';
const start = keenWriter.startLine({ sessionId: 'a', createdAt: 1e12, cwd });

export function decoded(line: string) {
  const bytes = new TextEncoder().encode(line);
  return decodeRaw(
    { bytes, source: { line: 1, offset: 0, length: bytes.length }, windowsEnd: false },
    keenAdapter.decode,
  );
}

export function written(events: readonly NewEvent[]): string[] {
  return [start, ...events.map((event, index) => keenWriter.line(event, index + 2, cwd))];
}

export function strict(lines: readonly string[]) {
  return readKeenStrictly(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
}

export function messagesOf(entries: readonly ConversationEntry[]): readonly ConversationMessage[] {
  return entries.flatMap((entry, index) => expandEntry(entry, index));
}
