import { append } from '#base/append.ts';
import type { DiffLine } from '#core/events/diff.ts';

/** A line of a diff whose sides stand beside each other. */
export type SplitLine =
  | { readonly kind: 'hunk'; readonly line: DiffLine }
  | {
      readonly kind: 'sides';
      readonly before: DiffLine | undefined;
      readonly after: DiffLine | undefined;
    };

/** Lines between two lines of context: what was removed, and what took its place. */
export interface Change {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

/** The changes of a diff and the lines around them, in order. */
export function changesOf(lines: readonly DiffLine[]): readonly (Change | DiffLine)[] {
  const changes: (Change | DiffLine)[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const end = () => {
    if (removed.length + added.length > 0) {
      changes.push({ removed, added });
      [removed, added] = [[], []];
    }
  };
  for (const line of lines) {
    if (line.kind === 'added') {
      added.push(line);
    } else if (line.kind === 'removed') {
      if (added.length > 0) {
        end();
      }
      removed.push(line);
    } else {
      end();
      changes.push(line);
    }
  }
  end();
  return changes;
}

/** The same lines with both sides beside each other; a replaced line faces its replacement. */
export function sideBySide(lines: readonly DiffLine[]): readonly SplitLine[] {
  return changesOf(lines).flatMap((part): readonly SplitLine[] => {
    if (isChange(part)) {
      const { removed, added } = part;
      return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
        kind: 'sides',
        before: removed[at],
        after: added[at],
      }));
    }
    return part.kind === 'hunk'
      ? [{ kind: 'hunk', line: part }]
      : [{ kind: 'sides', before: part, after: part }];
  });
}

/**
 * Splits a diff into parts that are colored one after the other. A change stays whole if it replaces
 * lines, since its sides are compared.
 *
 * @param chars after which a part ends.
 */
export function diffParts(
  lines: readonly DiffLine[],
  chars: number,
): readonly (readonly DiffLine[])[] {
  const parts: DiffLine[][] = [];
  let part: DiffLine[] = [];
  let left = 0;
  for (const change of changesOf(lines)) {
    for (const piece of piecesOf(change)) {
      if (left <= 0) {
        part = [];
        parts.push(part);
        left = chars;
      }
      append(part, piece);
      left -= piece.reduce((sum, { text }) => sum + text.length + 1, 0);
    }
  }
  return parts;
}

function piecesOf(part: Change | DiffLine): readonly (readonly DiffLine[])[] {
  if (!isChange(part)) {
    return [[part]];
  }
  const { removed, added } = part;
  const all = [...removed, ...added];
  return removed.length > 0 && added.length > 0 ? [all] : all.map((line) => [line]);
}

export function isChange(part: Change | DiffLine): part is Change {
  return 'removed' in part;
}
