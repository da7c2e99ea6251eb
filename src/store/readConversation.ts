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

/** Where reading begins; nothing before it is in the conversation any more. */
export interface ConversationStart {
  readonly line: number;
  readonly offset: number;
  /** Compactions before `line`. */
  readonly compactions: number;
}

const wholeLog: ConversationStart = { line: 1, offset: 0, compactions: 0 };

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
  start: ConversationStart = wholeLog,
): Promise<ReadConversation> {
  let builder = new ConversationBuilder(start.compactions);
  let splitter = new LineSplitter(start);
  let identity: string | undefined;
  let offset = start.offset;
  for (;;) {
    const read = withFile(fileSystem, path, (file) => {
      const bytes = readRange(file, offset, Math.min(offset + sliceBytes, file.stat.size));
      return bytes.ok ? success({ bytes: bytes.value, stat: file.stat }) : bytes;
    });
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    const { bytes, stat } = read.value;
    identity ??= stat.identity;
    if (stat.identity !== identity || stat.size < offset) {
      identity = stat.identity;
      builder = new ConversationBuilder(0);
      splitter = new LineSplitter();
      offset = 0;
      continue;
    }
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
  compactions: number;
  #entries = 0;

  constructor(compactions: number) {
    this.compactions = compactions;
  }

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
