import type { LogIndex } from '#core/replay/logIndex.ts';
import { fileCount, type OutlinePart } from '#core/replay/outline.ts';
import type { TextLimits } from '#core/text/longText.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { OutlineEntry } from '#protocol/page.ts';
import type { ContentOf } from './recordReader.ts';
import { rowOfSession } from './rowsOfSession.ts';

/** An entry has at most two lines. */
const promptChars = 160;
const promptLimits: TextLimits = { chars: promptChars * 8, lines: 20 };

/** The beginning of a prompt. */
export function promptLine(text: string): string {
  return oneLine(text, promptChars);
}

/** @returns undefined if the lines no longer contain what was indexed. */
export function outlineEntry(
  index: LogIndex,
  { kind, place, led }: OutlinePart,
  contentOf: ContentOf,
  folder: string | undefined,
): OutlineEntry | undefined {
  const number = index.visible.at(place);
  const row =
    number === undefined ? undefined : rowOfSession(index, number, contentOf, promptLimits);
  if (row === undefined) {
    return undefined;
  }
  const base = {
    rowId: row.id,
    index: place,
    ...(row.time === undefined ? {} : { time: row.time }),
  };
  if (kind !== 'prompt' || row.kind !== 'user') {
    return kind === 'prompt' ? undefined : { ...base, kind };
  }
  const { calls, commands, failures, files, durationMs } = led;
  return {
    ...base,
    kind,
    text: promptLine(row.text.text),
    files: fileCount(files, folder),
    commands,
    failures,
    calls,
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}
