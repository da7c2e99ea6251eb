import type { DiffLine } from '#core/events/diff.ts';

/**
 * The two texts of a recorded diff, as far as it has them. A log holds only the lines around a
 * change, so what lies between two hunks is unknown: a line that says so stands at the same place
 * on both sides, and the diff editor treats it as unchanged.
 *
 * @param gap the words for lines missing from the log; `undefined` if their number is unknown.
 */
export function diffSides(
  lines: readonly DiffLine[],
  gap: (count: number | undefined) => string,
): { readonly before: string; readonly after: string } {
  const before: string[] = [];
  const after: string[] = [];
  let reached: Reached = { old: 0, new: 0 };
  let hunkBegins = false;
  for (const line of lines) {
    if (line.kind === 'hunk') {
      hunkBegins = true;
      continue;
    }
    const missing = linesBetween(reached, line);
    const isGap =
      missing === undefined ? hunkBegins && before.length + after.length > 0 : missing > 0;
    if (isGap) {
      const words = gap(missing);
      before.push(words);
      after.push(words);
    }
    hunkBegins = false;
    reached = advance(reached, line, isGap ? missing : 0);
    if (line.kind !== 'added') {
      before.push(line.text);
    }
    if (line.kind !== 'removed') {
      after.push(line.text);
    }
  }
  return { before: before.join('\n'), after: after.join('\n') };
}

/** Number of the last line of each side so far; undefined after lines without numbers. */
interface Reached {
  readonly old: number | undefined;
  readonly new: number | undefined;
}

/** Lines between the position reached and `line`, by whichever side has numbers. */
function linesBetween(reached: Reached, line: DiffLine): number | undefined {
  if (line.kind !== 'added' && line.oldLine !== undefined && reached.old !== undefined) {
    return line.oldLine - reached.old - 1;
  }
  if (line.kind !== 'removed' && line.newLine !== undefined && reached.new !== undefined) {
    return line.newLine - reached.new - 1;
  }
  return undefined;
}

/** A gap moves both sides: its lines are the same in both. */
function advance(reached: Reached, line: DiffLine, gap: number | undefined): Reached {
  const move = (at: number | undefined, own: number | undefined, moves: boolean) => {
    if (moves && own !== undefined) {
      return own;
    }
    return at === undefined || gap === undefined ? undefined : at + gap + (moves ? 1 : 0);
  };
  return {
    old: move(reached.old, line.oldLine, line.kind !== 'added'),
    new: move(reached.new, line.newLine, line.kind !== 'removed'),
  };
}
