import type { AgentAdapter } from '#agents/adapter.ts';
import { entriesOf } from '#core/conversation/conversationIndex.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { SessionEvent } from '#core/event.ts';
import { LineSplitter } from '#core/jsonl/lineSplitter.ts';
import { decodeLine } from '#core/replay/logIndex.ts';
import { UserError } from '#core/userError.ts';
import { readRange, success, withFile, type FileSystem } from './fileSystem.ts';
import { sliceBytes } from './indexedLog.ts';
import type { Pacer } from './pacer.ts';
import { isWhole } from './wholeLine.ts';

export interface ReadConversation {
  readonly messages: readonly ConversationMessage[];
  readonly compactions: number;
}

/**
 * What a model would get now, straight from the log: every line is read and decoded once and nothing
 * but the messages is kept. If another log takes its place meanwhile, it begins again with that.
 *
 * @throws UserError if the log cannot be read.
 */
export async function readConversation(
  fileSystem: FileSystem,
  path: string,
  adapter: AgentAdapter,
  pacer: Pacer,
): Promise<ReadConversation> {
  let builder = new ConversationBuilder();
  let splitter = new LineSplitter();
  let identity: string | undefined;
  let offset = 0;
  for (;;) {
    const read = withFile(fileSystem, path, (file) => {
      const bytes = readRange(file, offset, Math.min(offset + sliceBytes, file.stat.size));
      return bytes.ok ? success({ bytes: bytes.value, stat: file.stat }) : bytes;
    });
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    const { bytes, stat } = read.value;
    if (offset > 0 && (stat.identity !== identity || stat.size < offset)) {
      builder = new ConversationBuilder();
      splitter = new LineSplitter();
      offset = 0;
      continue;
    }
    identity = stat.identity;
    offset += bytes.length;
    for (const line of splitter.push(bytes)) {
      builder.push(decodeLine(line, adapter.decode).events);
    }
    if (bytes.length === 0 || offset >= stat.size) {
      break;
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  const tail = splitter.tail();
  if (tail !== undefined && isWhole(tail)) {
    builder.push(decodeLine(tail, adapter.decode).events);
  }
  return builder;
}

class ConversationBuilder implements ReadConversation {
  messages: ConversationMessage[] = [];
  compactions = 0;
  #entries = 0;

  push(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.kind === 'compaction') {
        this.messages = [];
        this.#entries = 0;
        this.compactions += 1;
      }
      for (const entry of entriesOf(event)) {
        this.messages.push(...expandEntry(entry, this.#entries));
        this.#entries += 1;
      }
    }
  }
}
