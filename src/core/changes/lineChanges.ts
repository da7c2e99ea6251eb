import type { DiffLine } from '../events/diff.ts';

/** Lines on either side that are compared with each other; longer texts count as replaced. */
const mostCompared = 300;

/**
 * What changed between two texts, line by line: the longest common lines stay. Without numbers,
 * because the place of the text in its file is unknown.
 *
 * @param among how many pairs of texts share the time for comparing.
 */
export function lineChanges(before: string, after: string, among = 1): DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  const shorter = Math.min(old.length, now.length) - start;
  while (end < shorter && old[old.length - 1 - end] === now[now.length - 1 - end]) {
    end += 1;
  }
  return [
    ...old.slice(0, start).map((text) => line('context', text)),
    ...middle(
      old.slice(start, old.length - end),
      now.slice(start, now.length - end),
      mostCompared / Math.sqrt(among),
    ),
    ...old.slice(old.length - end).map((text) => line('context', text)),
  ];
}

/** A diff line without numbers. */
export function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, oldLine: undefined, newLine: undefined, text };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function middle(old: readonly string[], now: readonly string[], most: number): DiffLine[] {
  if (old.length > most || now.length > most) {
    return [...old.map((text) => line('removed', text)), ...now.map((text) => line('added', text))];
  }
  const common = commonLengths(old, now);
  const changes: DiffLine[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    const [was, is] = [old[left], now[right]];
    if (was !== undefined && was === is) {
      changes.push(line('context', was));
      left += 1;
      right += 1;
    } else if (
      was !== undefined &&
      (is === undefined || (common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? 0))
    ) {
      changes.push(line('removed', was));
      left += 1;
    } else {
      changes.push(line('added', is ?? ''));
      right += 1;
    }
  }
  return changes;
}

/** How many lines the rests of both texts have in common, for each pair of starts. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    for (let right = now.length - 1; right >= 0; right -= 1) {
      const [here, below] = [lengths[left], lengths[left + 1]];
      if (here !== undefined) {
        here[right] =
          old[left] === now[right]
            ? (below?.[right + 1] ?? 0) + 1
            : Math.max(below?.[right] ?? 0, here[right + 1] ?? 0);
      }
    }
  }
  return lengths;
}
