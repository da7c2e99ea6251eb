import * as z from 'zod/mini';
import type { Pacer } from '#base/pacer.ts';
import type { MarkChange } from '#core/events/marks.ts';
import { wellFormedJson } from '#core/text/wellFormed.ts';

/** UTF-16 units, and tags of a session. */
export const longest = { title: 300, tag: 60, tags: 30, note: 4_000 } as const;

const text = (length: number) => z.string().check(z.maxLength(length));

const markChange = z.object({
  agent: z.string().check(z.minLength(1), z.maxLength(64)),
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  title: z.optional(text(longest.title)),
  isPinned: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  tags: z.optional(
    z
      .array(z.string().check(z.maxLength(longest.tag), z.regex(/^[^\s,;#][^\s,;]*$/u)))
      .check(z.maxLength(longest.tags)),
  ),
  note: z.optional(text(longest.note)),
});

const formatName = 'session-browser.marks';

const exported = z.object({
  format: z.literal(formatName),
  version: z.literal(1),
  sessions: z.array(z.unknown()),
});

/** Undefined for anything else. */
export function readMarkChange(value: unknown): MarkChange | undefined {
  const read = markChange.safeParse(value);
  return read.success ? (read.data as MarkChange) : undefined;
}

/** The text of a file with marks, for another machine: a line for each session. */
export async function marksFileText(
  sessions: readonly MarkChange[],
  pacer: Pacer,
): Promise<string> {
  const lines: string[] = [];
  for (const session of sessions) {
    lines.push(wellFormedJson(JSON.stringify(session)));
    await pacer.pauseIfDue();
  }
  return `{"format":"${formatName}","version":1,"sessions":[\n${lines.join(',\n')}\n]}\n`;
}

/** The marks in such a file, without those that cannot be read; undefined if it is another file. */
export async function marksInFile(
  text: string,
  pacer: Pacer,
): Promise<readonly MarkChange[] | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = exported.safeParse(value);
  if (!read.success) {
    return undefined;
  }
  const changes: MarkChange[] = [];
  for (const session of read.data.sessions) {
    const change = readMarkChange(session);
    if (change !== undefined) {
      changes.push(change);
    }
    await pacer.pauseIfDue();
  }
  return changes;
}
