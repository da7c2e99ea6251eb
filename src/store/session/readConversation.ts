import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from '#core/conversation/message.ts';
import { LineSplitter } from '#core/jsonl/lineSplitter.ts';
import { UserError } from '#core/userError.ts';
import { ConversationLines } from './conversationLines.ts';
import {
  readInto,
  readRange,
  success,
  withFile,
  type FileIdentity,
  type FileSystem,
} from '../disk/fileSystem.ts';
import { pieceBytes, sliceBytes } from './indexedLog.ts';
import type { Pacer } from '#base/pacer.ts';
import { isWhole } from '../sources/log/wholeLine.ts';

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
 * What a model would get now, straight from the log: every line is read and decoded once, those of the
 * conversation mostly once more at the end, and nothing else is kept. If another log takes its place
 * meanwhile, it begins again with that.
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
  const reading = { fileSystem, path, adapter, pacer };
  for (let from = start; ; from = wholeLog) {
    const read = await readLines(reading, from, lastLine);
    if (read !== undefined && (await readAgain(reading, read))) {
      const entries = read.lines.entries();
      return {
        entries,
        messages: entries.flatMap(expandEntry),
        compactions: from.compactions + read.lines.compactions,
      };
    }
  }
}

interface Reading {
  readonly fileSystem: FileSystem;
  readonly path: string;
  readonly adapter: AgentAdapter;
  readonly pacer: Pacer;
}

interface Read {
  readonly lines: ConversationLines;
  /** Of the file that they stand in. */
  readonly identity: FileIdentity | undefined;
}

/** All lines from `start` on; undefined if another log took the place of the one that was begun. */
async function readLines(
  { fileSystem, path, adapter, pacer }: Reading,
  start: ConversationStart,
  lastLine: number,
): Promise<Read | undefined> {
  const lines = new ConversationLines(adapter.decode);
  const splitter = new LineSplitter(start);
  const room = Buffer.allocUnsafeSlow(sliceBytes);
  let first: FileIdentity | undefined;
  for (let offset = start.offset; ;) {
    const read = withFile(fileSystem, path, (file) => {
      const left = Math.max(0, file.stat.size - offset);
      const bytes = readInto(file, offset, room.subarray(0, left));
      return bytes.ok ? success({ bytes: bytes.value, stat: file.stat }) : bytes;
    });
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    const { bytes, stat } = read.value;
    const identity = (first ??= stat.identity);
    if (stat.identity !== identity || stat.size < offset) {
      return undefined;
    }
    offset += bytes.length;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      // Lines that cannot be read may take a hundred times as long as others.
      if (pacer.isDue) {
        await pacer.pause();
      }
      splitter.each(bytes.subarray(at, at + pieceBytes), (line) => {
        if (line.source.line <= lastLine) {
          lines.push(line);
        }
      });
    }
    const isPast = splitter.position.line > lastLine;
    if (isPast || bytes.length === 0 || offset >= stat.size) {
      const tail = isPast ? undefined : splitter.tail();
      if (tail !== undefined && isWhole(tail)) {
        lines.push(tail);
      }
      return { lines, identity };
    }
  }
}

/**
 * Reads the lines of the conversation that are not at hand.
 * @returns false if another log took the place of the one that was read.
 */
async function readAgain(
  { fileSystem, path, pacer }: Reading,
  { lines, identity }: Read,
): Promise<boolean> {
  for (const range of lines.missing(sliceBytes)) {
    const read = withFile(fileSystem, path, (file) => {
      const bytes = readRange(file, range.start, range.end);
      return bytes.ok
        ? success({ bytes: bytes.value, isSame: file.stat.identity === identity })
        : bytes;
    });
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    const { bytes, isSame } = read.value;
    if (!isSame || bytes.length < range.end - range.start) {
      return false;
    }
    lines.take(range, bytes);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return true;
}
