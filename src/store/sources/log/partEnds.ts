import type { LogParts, PartHistory } from '#agents/contract/logParts.ts';
import { success, type OpenFile } from '../../disk/fileSystem.ts';
import { endOf, linesIn, recordOn, type PartFiles } from './partFiles.ts';

/** Where a part of a log ends for another that goes on from it. */
export interface PartEnd {
  readonly offset: number;
  /** It has no record with the number, or with a later one. */
  readonly isShort: boolean;
}

/** Characters of a line that may have its number. */
const startLength = 120;

/**
 * Where a record begins in a part, by its number.
 *
 * @param first number of the part's first record, if records do not say theirs.
 * @param offset where it should begin.
 */
export function endOfPart(
  file: OpenFile,
  { numberIn }: LogParts,
  { end, offset }: { readonly end: number; readonly offset: number | undefined },
  first: number,
): PartEnd {
  if (offset !== undefined && isAt(file, numberIn, end, offset)) {
    return { offset, isShort: false };
  }
  let number = first;
  let last = 0;
  for (const line of linesIn(file, 0)) {
    number = numberOf(line.bytes, numberIn) ?? number;
    if (number >= end) {
      return { offset: line.source.offset, isShort: false };
    }
    number += 1;
    last = endOf(line);
  }
  return { offset: Math.max(last, file.stat.size), isShort: number < end };
}

/** Whether the record with a number begins at an offset, behind the one before. */
function isAt(
  file: OpenFile,
  numberIn: LogParts['numberIn'],
  end: number,
  offset: number,
): boolean {
  const around = Buffer.allocUnsafeSlow(startLength + 1);
  const read = offset === 0 ? success(0) : file.read(offset - 1, around);
  return (
    read.ok &&
    read.value > 1 &&
    around[0] === 0x0a &&
    numberIn(around.toString('latin1', 1, read.value)) === end
  );
}

function numberOf(bytes: Uint8Array, numberIn: LogParts['numberIn']): number | undefined {
  return numberIn(Buffer.from(bytes.subarray(0, startLength)).toString('latin1'));
}

/**
 * Where what was copied into a part ends: where it says so, else where the first turn begins that is
 * younger than the session, else where the part no longer says what the other one does.
 *
 * @param path of the part that was copied, if it is there.
 * @returns undefined if nothing was copied, or it is unknown.
 */
export function endOfCopy(
  files: PartFiles,
  file: OpenFile,
  history: PartHistory & { readonly kind: 'copy' },
  parts: LogParts,
  path: string | undefined,
): number | undefined {
  const [head] = linesIn(file, 0);
  if (head === undefined) {
    return undefined;
  }
  const behindHead = endOf(head);
  if (history.end !== undefined) {
    const { offset, isShort } = endOfPart(file, parts, { end: history.end, offset: undefined }, 0);
    return isShort || offset <= behindHead ? undefined : offset;
  }
  let isCopy = false;
  let hasTimes = false;
  for (const line of linesIn(file, behindHead)) {
    // Parsing all lines of a long copy would take long.
    const record = mayTell(line.bytes) ? recordOn(line) : undefined;
    if (record !== undefined) {
      const isOwn = history.isOwn(record);
      isCopy ||= isOwn === false || history.isHeader(record);
      hasTimes ||= isOwn !== undefined;
      if (isOwn === true) {
        return isCopy ? line.source.offset : undefined;
      }
    }
    if (!isCopy && line.source.offset > mostBefore) {
      return undefined;
    }
  }
  if (!isCopy) {
    return undefined;
  }
  if (hasTimes) {
    // None of its turns is its own yet.
    return file.stat.size;
  }
  return path === undefined ? undefined : endOfSame(files, file, behindHead, history, path);
}

/** Where copies begin at the latest: behind the first record and what an agent says to itself. */
const mostBefore = 1024 * 1024;

const marks = ['session_meta', 'task_started', 'turn_started'];

function mayTell(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 2 * startLength)).toString('latin1');
  return marks.some((mark) => start.includes(mark));
}

function endOfSame(
  files: PartFiles,
  file: OpenFile,
  from: number,
  { textOf }: PartHistory & { readonly kind: 'copy' },
  path: string,
): number | undefined {
  return files.use(path, (parent) => {
    const said = textsIn(parent, 0, textOf);
    let end: number | undefined;
    for (const { text, end: at } of textsIn(file, from, textOf)) {
      if (said.next().value?.text !== text) {
        break;
      }
      end = at;
    }
    return end;
  });
}

function* textsIn(
  file: OpenFile,
  from: number,
  textOf: (PartHistory & { readonly kind: 'copy' })['textOf'],
): Generator<{ readonly text: string; readonly end: number }, undefined> {
  for (const line of linesIn(file, from)) {
    const record = recordOn(line);
    const text = record && textOf(record);
    if (text !== undefined) {
      yield { text, end: endOf(line) };
    }
  }
  return undefined;
}
