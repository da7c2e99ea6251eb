import type { AgentAdapter } from '#agents/adapter.ts';
import { ConversationProjection } from '#core/conversation/conversationProjection.ts';
import { concernsModel } from '#core/conversation/entriesOf.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from '#core/conversation/message.ts';
import { stepsOf } from '#core/conversation/stepsOf.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { EntryTree } from '#core/replay/entryTree.ts';
import { decodeLine } from '#core/replay/logIndex.ts';
import { RecordPlaces } from '#core/replay/recordPlaces.ts';
import { UserError } from '#core/userError.ts';
import { readInto, success, withFile, type FileIdentity, type FileSystem } from './fileSystem.ts';
import { sliceBytes } from './indexedLog.ts';
import type { Pacer } from './pacer.ts';
import { isWhole } from './wholeLine.ts';

export interface ReadConversation {
  readonly entries: readonly ConversationEntry[];
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
 * but the conversation is kept. If another log takes its place meanwhile, it begins again with that.
 *
 * @param lastLine what a model would have got when the log ended there.
 * @throws UserError if the log cannot be read.
 */
export async function readConversation(
  fileSystem: FileSystem,
  path: string,
  adapter: AgentAdapter,
  pacer: Pacer,
  start: ConversationStart = wholeLog,
  lastLine = Infinity,
): Promise<ReadConversation> {
  let reader = new ConversationReader(adapter, start.compactions);
  let splitter = new LineSplitter(start);
  const room = Buffer.allocUnsafeSlow(sliceBytes);
  let identity: FileIdentity | undefined;
  let offset = start.offset;
  for (;;) {
    const read = withFile(fileSystem, path, (file) => {
      const left = Math.max(0, file.stat.size - offset);
      const bytes = readInto(file, offset, room.subarray(0, left));
      return bytes.ok ? success({ bytes: bytes.value, stat: file.stat }) : bytes;
    });
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    const { bytes, stat } = read.value;
    identity ??= stat.identity;
    if (stat.identity !== identity || stat.size < offset) {
      identity = stat.identity;
      reader = new ConversationReader(adapter, 0);
      splitter = new LineSplitter();
      offset = 0;
      continue;
    }
    offset += bytes.length;
    const into = reader;
    splitter.each(bytes, (line) => {
      if (line.source.line <= lastLine) {
        into.push(line);
      }
    });
    if (splitter.position.line > lastLine) {
      return reader.result();
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
    reader.push(tail);
  }
  return reader.result();
}

interface SaidEntry {
  readonly line: number;
  readonly entry: ConversationEntry;
}

/** The projection over a log as it is read, with the words themselves. */
class ConversationReader {
  readonly #adapter: AgentAdapter;
  readonly #tree = new EntryTree();
  readonly #records = new RecordPlaces();
  readonly #projection: ConversationProjection<SaidEntry>;
  readonly #compactionsBefore: number;
  /** Lines of the tree are counted from where reading began. */
  #line = 0;

  constructor(adapter: AgentAdapter, compactionsBefore: number) {
    this.#adapter = adapter;
    this.#compactionsBefore = compactionsBefore;
    this.#projection = new ConversationProjection(
      (line) => this.#tree.isShown(line),
      (said) => said.line,
    );
  }

  push(raw: RawLine): void {
    const content = decodeLine(raw, this.#adapter.decode);
    this.#line += 1;
    const line = this.#line;
    this.#tree.push(content.links);
    for (let record = 0; record < content.records; record += 1) {
      this.#records.push(line);
    }
    const places = { tree: this.#tree, lineOfRecord: (n: number) => this.#records.lineOf(n) };
    for (const event of content.events) {
      if (!concernsModel(event)) {
        continue;
      }
      const steps = stepsOf<SaidEntry>(event, line, places, {
        said: (entry) => ({ line, entry }),
        edited: (item, edit) => ({ ...item, entry: edit(item.entry) }),
      });
      for (const step of steps) {
        this.#projection.push(step);
      }
    }
  }

  result(): ReadConversation {
    if (this.#tree.hasBranches) {
      // Which lines count is known at the end only: the branch is the last entry's.
      this.#projection.rebuild();
    }
    const entries = this.#projection.items.map(({ entry }) => entry);
    return {
      entries,
      messages: entries.flatMap(expandEntry),
      compactions: this.#compactionsBefore + this.#projection.compactions,
    };
  }
}
