import type { RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';

const closingBrace = 0x7d;
const lastAscii = 0x7f;
const blanks = new Set([0x20, 0x09, 0x0d, 0x00]);

/**
 * Whether a last line without its line end is complete all the same. Agents read such a line, so it
 * is shown; one that is still being written is waited for and is no problem of the log. The last
 * byte decides nearly always, so a long line is not parsed each time it grew.
 */
export function isWhole(line: RawLine): boolean {
  let last = line.bytes.length - 1;
  while (last >= 0 && blanks.has(line.bytes[last] ?? 0)) {
    last -= 1;
  }
  const byte = line.bytes[last] ?? 0;
  // White space beyond ASCII may follow.
  if (byte !== closingBrace && byte <= lastAscii) {
    return false;
  }
  const { records, problems } = readRecords(line.bytes, line.source);
  return (
    records.length > 0 &&
    problems.every(({ severity, code }) => severity === 'odd' || code === 'tooDeep')
  );
}
