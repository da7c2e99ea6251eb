import { append } from '#base/append.ts';
import type { DiffLine } from '../events/diff.ts';
import { plural, t } from '#base/l10n.ts';

/** The two texts of a file around its edits. */
export interface ComposedSides {
  readonly before: string;
  readonly after: string;
}

/** A line of the file, or lines that no edit shows; `Infinity` is the rest of the file. */
type Item =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'gap'; readonly lines: number };

/**
 * What several edits made of one file, as far as they show it: lines that were added and removed
 * again are on neither side. A log holds only the lines around each change; what lies between is a
 * line of words, the same on both sides.
 *
 * Where an edit does not fit what the earlier ones left, somebody else changed the file in between:
 * it starts a section of its own.
 *
 * @param edits in order, each with line numbers of the file as it was then.
 * @param gap the words for lines missing from the log; `undefined` if their number is unknown.
 */
export function composeEdits(
  edits: readonly (readonly DiffLine[])[],
  gap: (count: number | undefined) => string,
): ComposedSides {
  const sections: (readonly Item[])[] = [];
  let items: readonly Item[] = unknownFile;
  for (const edit of edits) {
    const hunks = hunksOf(edit);
    const next = applied(items, hunks);
    if (next !== undefined) {
      items = next;
      continue;
    }
    sections.push(items);
    items = applied(unknownFile, hunks) ?? unplaced(edit);
  }
  sections.push(items);
  const shown = sections.filter((section) => section.some(({ kind }) => kind !== 'gap'));
  const side = (other: 'removed' | 'added') =>
    shown.flatMap((section, at) => [
      ...(at === 0 ? [] : [gap(undefined)]),
      ...section.flatMap((item) =>
        item.kind === 'gap'
          ? item.lines > 0 && item.lines < Infinity
            ? [gap(item.lines)]
            : []
          : item.kind === other
            ? []
            : [item.text],
      ),
    ]);
  return { before: side('added').join('\n'), after: side('removed').join('\n') };
}

const unknownFile: readonly Item[] = [{ kind: 'gap', lines: Infinity }];

interface Hunk {
  /** Number of the first line in the file before the edit, from 1; undefined if not recorded. */
  readonly start: number | undefined;
  readonly lines: readonly DiffLine[];
}

function hunksOf(edit: readonly DiffLine[]): readonly Hunk[] {
  const hunks: { start: number | undefined; lines: DiffLine[] }[] = [];
  /** How far the new file's numbers are ahead of the old one's. */
  let ahead = 0;
  /** The old file's next line, within a hunk. */
  let next: number | undefined;
  for (const line of edit) {
    if (line.kind === 'hunk') {
      next = undefined;
      continue;
    }
    const { oldLine, newLine } = line;
    const at =
      line.kind === 'added' ? (newLine === undefined ? undefined : newLine - ahead) : oldLine;
    const last = hunks.at(-1);
    if (last === undefined || next === undefined || (at !== undefined && at !== next)) {
      hunks.push({ start: at, lines: [line] });
      next = at;
    } else {
      last.lines.push(line);
    }
    if (line.kind === 'added') {
      ahead += 1;
      continue;
    }
    ahead -= line.kind === 'removed' ? 1 : 0;
    if (next !== undefined) {
      next += 1;
    }
  }
  return hunks;
}

/** The file after an edit; undefined if the edit does not fit it. */
function applied(before: readonly Item[], hunks: readonly Hunk[]): readonly Item[] | undefined {
  const items: Item[] = [];
  const rest = new Rest(before);
  for (const { start, lines } of hunks) {
    if (start === undefined || !rest.passTo(start, items)) {
      return undefined;
    }
    for (const line of lines) {
      if (line.kind === 'added') {
        items.push({ kind: 'added', text: line.text });
        continue;
      }
      rest.passRemoved(items);
      const item = rest.takeLine();
      if (item === undefined || (item.kind !== 'gap' && item.text !== line.text)) {
        return undefined;
      }
      if (line.kind === 'context') {
        items.push({ kind: item.kind === 'added' ? 'added' : 'same', text: line.text });
      } else if (item.kind !== 'added') {
        items.push({ kind: 'removed', text: line.text });
      }
    }
  }
  rest.passAll(items);
  return items;
}

/** What an edit has not reached yet of the file before it. */
class Rest {
  #at = 0;
  /** Lines already taken of the gap at `#at`. */
  #taken = 0;
  /** Number of the next line, from 1. */
  #line = 1;

  constructor(private readonly items: readonly Item[]) {}

  /** Moves everything before a line; false if that line was passed or does not exist. */
  passTo(line: number, to: Item[]): boolean {
    while (this.#line < line) {
      const item = this.items[this.#at];
      if (item === undefined) {
        return false;
      }
      if (item.kind === 'gap') {
        const lines = Math.min(item.lines - this.#taken, line - this.#line);
        to.push({ kind: 'gap', lines });
        this.#advance(lines);
      } else {
        to.push(item);
        this.#at += 1;
        this.#line += item.kind === 'removed' ? 0 : 1;
      }
    }
    return this.#line === line;
  }

  /** Moves lines that earlier edits removed here. */
  passRemoved(to: Item[]): void {
    for (let item = this.items[this.#at]; item?.kind === 'removed';) {
      to.push(item);
      this.#at += 1;
      item = this.items[this.#at];
    }
  }

  /** The next line of the file: itself, or the gap it lies in. */
  takeLine(): Item | undefined {
    const item = this.items[this.#at];
    if (item?.kind === 'gap') {
      this.#advance(1);
    } else if (item !== undefined) {
      this.#at += 1;
      this.#line += 1;
    }
    return item;
  }

  passAll(to: Item[]): void {
    const item = this.items[this.#at];
    if (item?.kind === 'gap') {
      to.push({ kind: 'gap', lines: item.lines - this.#taken });
      this.#at += 1;
    }
    append(to, this.items.slice(this.#at));
  }

  /** Takes lines of the gap at `#at`. */
  #advance(lines: number): void {
    const item = this.items[this.#at];
    this.#taken += lines;
    this.#line += lines;
    if (item?.kind === 'gap' && this.#taken >= item.lines) {
      this.#at += 1;
      this.#taken = 0;
    }
  }
}

/** An edit without line numbers: its lines one after the other. */
function unplaced(edit: readonly DiffLine[]): readonly Item[] {
  return edit.flatMap((line): readonly Item[] =>
    line.kind === 'hunk'
      ? []
      : [{ kind: line.kind === 'context' ? 'same' : line.kind, text: line.text }],
  );
}

/** A line that stands for lines missing from the log. @param count undefined if unknown. */
export function gapWords(count: number | undefined): string {
  return count === undefined
    ? t('⋯ lines not in the log ⋯')
    : plural(count, '⋯ 1 line not in the log ⋯', '⋯ {0} lines not in the log ⋯');
}
