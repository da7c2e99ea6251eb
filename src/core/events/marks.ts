import type { SessionMarks, SessionSummary } from './session.ts';

/** Names a session wherever its log lies. */
export type MarkedSession = Pick<SessionSummary, 'agent' | 'id' | 'formerId'>;

/** A change of a session's marks: what it does not name stays, and what is empty goes. */
export interface MarkChange extends Pick<SessionSummary, 'agent' | 'id'> {
  readonly title?: string;
  readonly isPinned?: boolean;
  readonly isHidden?: boolean;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** @returns undefined if nothing is left. */
export function changedMarks(
  marks: SessionMarks,
  { title, isPinned, isHidden, tags, note }: MarkChange,
): SessionMarks | undefined {
  const next = {
    title: title ?? marks.title ?? '',
    isPinned: isPinned ?? marks.isPinned ?? false,
    isHidden: isHidden ?? marks.isHidden ?? false,
    tags: [...new Set(tags ?? marks.tags)],
    note: note ?? marks.note ?? '',
  };
  const left: SessionMarks = {
    ...(next.title !== '' && { title: next.title }),
    ...(next.isPinned && { isPinned: true }),
    ...(next.isHidden && { isHidden: true }),
    ...(next.tags.length > 0 && { tags: next.tags }),
    ...(next.note !== '' && { note: next.note }),
  };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** What a session is marked with, as the beginning of a change: so marks move that were made under a former ID. */
export function markedAs({ agent, id, formerId, marks }: SessionSummary): MarkChange {
  return { agent, id, ...(formerId === undefined ? {} : marks) };
}

/** A session as lists show it, with its marks: its title goes before its own name. */
export function marked(session: SessionSummary, marks: SessionMarks): SessionSummary {
  return { ...session, marks, ...(marks.title !== undefined && { name: marks.title }) };
}

/** Tags as the user writes them: apart by commas or blanks, with `#` or not. */
export function tagsIn(line: string): readonly string[] {
  const tags = line.split(/[\s,;]+/u).map((tag) => tag.replace(/^#+/u, ''));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
