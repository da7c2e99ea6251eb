import { leadingTags, type Tag } from './tags.ts';

/** What a program said in the user's place. */
export interface ProgramWords {
  readonly notice: string;
  /** What the user said after it; empty if nothing. */
  readonly rest: string;
}

/**
 * The words of a program in a message with the role of the user: the text is tags from end to end, or
 * begins with tags that only programs write.
 *
 * @param written whether only programs write a tag of this name, so that the user's words may follow it.
 */
export function programWordsIn(
  text: string,
  written: (tag: string) => boolean = () => false,
): ProgramWords | undefined {
  const { tags, rest } = leadingTags(text);
  return tags.length > 0 && (rest === '' || tags.every(({ name }) => written(name)))
    ? { notice: tags.map(tagInWords).join('\n\n'), rest }
    : undefined;
}

/** What a tag says: who says it, and its words, or its summary and result if it has such parts. */
function tagInWords({ name: tag, attributes, inside }: Tag): string {
  const parts = leadingTags(inside);
  const quoted = ['summary', 'result'].flatMap((name) => {
    const part = parts.tags.find((tag) => tag.name === name);
    return part === undefined || part.inside === '' ? [] : [part.inside];
  });
  const words = quoted.length > 0 ? quoted.join('\n\n') : inside || attributes || tag;
  const who = /(?:^|\s)(?:teammate_id|from|source|name)="([^"]+)"/.exec(attributes)?.[1];
  return who === undefined ? words : `${who}: ${words}`;
}
