import type { DiffLine } from '../events/diff.ts';
import type { Diff, LongText, Row } from './row.ts';

/** Fields that identify, classify or count, and hold nothing that a log says. */
const fixed = new Set([
  'id',
  'kind',
  'state',
  'trigger',
  'mimeType',
  'code',
  'severity',
  'context',
  'change',
]);

/**
 * The row with every text changed.
 *
 * @param change for a text of a diff's lines, keeps the number of lines.
 */
export function withRowStrings(row: Row, change: (text: string) => string): Row {
  if (row.kind === 'diff') {
    return changedDiff(row, change);
  }
  if ((row.kind === 'tool' || row.kind === 'shell') && row.diffs !== undefined) {
    const { diffs, ...call } = row;
    return { ...withStrings(call, change), diffs: diffs.map((diff) => changedDiff(diff, change)) };
  }
  return withStrings(row, change);
}

function changedDiff<D extends Diff>(diff: D, change: (text: string) => string): D {
  return {
    ...withStrings({ ...diff, lines: [] }, change),
    lines: changedLines(diff.lines, change),
  };
}

/** The row with each of its long texts made again from its text. */
export function withLongTexts(row: Row, make: (text: string) => LongText): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null && isLongText(value) ? make(value.text) : value,
    ]),
  ) as unknown as Row;
}

/** The same value with every text in it changed; the length of a long text follows. */
export function withStrings<T>(value: T, change: (text: string) => string): T {
  return changed(value, change) as T;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((one) => changed(one, change));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (isLongText(value)) {
    const text = change(value.text);
    return { ...value, text, length: value.length + text.length - value.text.length };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      fixed.has(name) ? one : changed(one, change),
    ]),
  );
}

/** As one text, since a secret may span lines. */
function changedLines(
  lines: readonly DiffLine[],
  change: (text: string) => string,
): readonly DiffLine[] {
  const texts = change(lines.map(({ text }) => text).join('\n')).split('\n');
  return lines.map((line, index) => ({ ...line, text: texts[index] ?? '' }));
}

function isLongText(value: object): value is LongText {
  return 'text' in value && 'length' in value && 'lines' in value;
}
