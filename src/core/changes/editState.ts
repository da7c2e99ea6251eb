import type { DiffLine } from '../events/diff.ts';
import { isTellingLine } from './lineOrigin.ts';

/** Lines of context that must still surround a change for it to be where it was made. */
const contextLines = 3;

/** Lines that are compared to find a text of lines; a file of equal lines has no more to tell. */
const mostCompared = 100_000;

/** One change of a diff with the lines around it. */
interface Change {
  readonly before: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly after: readonly string[];
}

/**
 * Whether the edit that a diff records is still in a text: all of it, only some of it, or nothing.
 * Blanks at the ends of lines do not count. `unknown` if the diff changes nothing that could be
 * found again.
 */
export function editState(
  lines: readonly DiffLine[],
  text: string,
): 'there' | 'changed' | 'gone' | 'unknown' {
  const file = new SearchedLines(text, lines);
  const states = new Set(changesOf(lines).map((change) => stateOf(change, file)));
  states.delete('unknown');
  const [state = 'unknown'] = states;
  return states.size > 1 ? 'changed' : state;
}

type State = ReturnType<typeof editState>;

function stateOf({ before, removed, added, after }: Change, file: SearchedLines): State {
  if (
    file.has([...before, ...added, ...after]) &&
    before.length + added.length + after.length > 0
  ) {
    return 'there';
  }
  const isAround = (lines: readonly string[]) =>
    (before.length > 0 && file.has([...before.slice(-1), ...lines])) ||
    (after.length > 0 && file.has([...lines, ...after.slice(0, 1)]));
  if (added.length > 0) {
    if (added.some(isTellingLine) ? file.has(added) : isAround(added)) {
      return 'there';
    }
    const isThere = (line: string) => file.has([line]);
    const telling = added.filter(isTellingLine);
    if (telling.some(isThere)) {
      return 'changed';
    }
    const visible = added.filter((line) => line.trim() !== '');
    return telling.length > 0 || (visible.length > 0 && !visible.some(isThere))
      ? 'gone'
      : 'unknown';
  }
  // Lines that were only removed are gone as long as they are not back.
  return (removed.some(isTellingLine) ? file.has(removed) : isAround(removed)) ? 'gone' : 'there';
}

function changesOf(lines: readonly DiffLine[]): readonly Change[] {
  const changes: { before: string[]; removed: string[]; added: string[]; after: string[] }[] = [];
  /** Context since the last change or the start of the hunk. */
  let context: string[] = [];
  let isOpen = false;
  for (const { kind, text } of lines) {
    const change = changes.at(-1);
    if (kind === 'hunk') {
      context = [];
      isOpen = false;
    } else if (kind === 'context') {
      context.push(text);
      isOpen = false;
      if (
        change !== undefined &&
        context.length <= contextLines &&
        change.after.length < contextLines
      ) {
        change.after.push(text);
      }
    } else {
      if (!isOpen || change === undefined) {
        changes.push({ before: context.slice(-contextLines), removed: [], added: [], after: [] });
        context = [];
        isOpen = true;
      }
      changes.at(-1)?.[kind].push(text);
    }
  }
  return changes;
}

/** A text's lines, found by their content. */
class SearchedLines {
  readonly #lines: readonly string[];
  /** Indexes of the lines that the diff mentions. */
  readonly #places = new Map<string, number[]>();

  constructor(text: string, mentioned: readonly DiffLine[]) {
    this.#lines = text.split('\n').map((line) => line.trimEnd());
    for (const line of mentioned) {
      this.#places.set(line.text.trimEnd(), []);
    }
    for (const [at, line] of this.#lines.entries()) {
      this.#places.get(line)?.push(at);
    }
  }

  /** Whether these lines are there, one after the other. */
  has(lines: readonly string[]): boolean {
    const wanted = lines.map((line) => line.trimEnd());
    let rarest = 0;
    let places: readonly number[] | undefined;
    for (const [at, line] of wanted.entries()) {
      const found = this.#places.get(line) ?? [];
      if (places === undefined || found.length < places.length) {
        [rarest, places] = [at, found];
      }
    }
    return (places ?? [])
      .slice(0, Math.ceil(mostCompared / wanted.length))
      .some((place) => wanted.every((line, at) => this.#lines[place - rarest + at] === line));
  }
}
