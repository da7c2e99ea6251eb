import { longText, type TextLimits } from '../../text/longText.ts';
import { Members, pathNames, type ToolCall } from './members.ts';
import type { ReadView } from './toolView.ts';

/**
 * How tools number lines: `12:A7|text`, `   12→text`, `00012| text`, or as `cat -n` does.
 */
const numbered = /^(?: *(\d{1,9})(?::[0-9A-Za-z]{2}\||→)|(\d{5})\| ?|([ \d]{6})\t)/;

export function readView({ input, output }: ToolCall, limits: TextLimits): ReadView | undefined {
  const path = input.text(pathNames);
  if (path === undefined) {
    return undefined;
  }
  const line = input.number('offset', 'start_line', 'startLine', 'line');
  const result = new Members(output);
  const content = typeof output === 'string' ? output : result.text('content', 'text');
  const read = content === undefined ? undefined : numberedText(content, line ?? 1);
  const total = result.number('total_lines', 'totalLines');
  result.ignore('bytes_read', 'offset', 'limit', 'truncated');
  return {
    kind: 'read',
    path,
    ...(line === undefined ? {} : { line }),
    ...(read === undefined
      ? {}
      : { content: { text: longText(read.text, limits), firstLine: read.firstLine } }),
    ...(total === undefined ? {} : { total }),
    ...(read?.note === undefined ? {} : { note: longText(read.note, noteLimits).text }),
    more: [...input.rest(limits), ...(read === undefined ? [] : result.rest(limits, input))],
    hasOutput: read !== undefined,
  };
}

const noteLimits: TextLimits = { chars: 1_000, lines: 10 };

interface Read {
  readonly text: string;
  readonly firstLine: number;
  readonly note?: string;
}

/** The content without the numbers that the tool put before its lines, if it did. */
function numberedText(content: string, firstLine: number): Read {
  const lines = content.split('\n');
  const first = numberOf(lines[0] ?? '');
  if (first === undefined) {
    return { text: content, firstLine };
  }
  let end = 1;
  while (end < lines.length && numberOf(lines[end] ?? '') === first + end) {
    end += 1;
  }
  const note = lines.slice(end).join('\n').trim();
  return {
    text: lines
      .slice(0, end)
      .map((line) => line.replace(numbered, ''))
      .join('\n'),
    firstLine: first,
    ...(note === '' ? {} : { note }),
  };
}

function numberOf(line: string): number | undefined {
  const match = numbered.exec(line);
  const digits = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}
