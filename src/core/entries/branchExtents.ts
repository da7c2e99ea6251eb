/** As the parent of a line: it is not an entry but a header or an unreadable line. */
export const noEntry = 0xffff_ffff;
/** As the parent of an entry that follows none. */
export const root = 0;

export interface BranchExtent {
  /** Its last line. */
  readonly leaf: number;
  readonly entries: number;
  /** Its first lines, for a preview. */
  readonly first: readonly number[];
}

/** Number of lines searched for the first words of a branch; settings may precede them. */
const previewLines = 12;

/**
 * How far branches reach, computed in two passes over the log, however many there are.
 *
 * @param parents of each line, by number from 1; a parent precedes its child.
 * @param shown 1 for each line of the shown branch.
 * @returns the extent of a branch by its first line.
 */
export function branchExtents(
  parents: Uint32Array,
  shown: Uint8Array,
): (child: number) => BranchExtent {
  const { length } = parents;
  const entries = new Uint32Array(length);
  const last = new Uint32Array(length);
  for (let line = length - 1; line > root; line -= 1) {
    const parent = parents[line] ?? noEntry;
    if (parent !== noEntry) {
      entries[line] = (entries[line] ?? 0) + 1;
      last[line] = Math.max(last[line] ?? 0, line);
      entries[parent] = (entries[parent] ?? 0) + (entries[line] ?? 0);
      last[parent] = Math.max(last[parent] ?? 0, last[line] ?? 0);
    }
  }
  const next = nextOfBranch(parents, shown);
  return (child) => {
    const first: number[] = [];
    for (let line = child; line !== 0 && first.length < previewLines; line = next[line] ?? 0) {
      first.push(line);
    }
    return { leaf: last[child] ?? child, entries: entries[child] ?? 1, first };
  };
}

/** The next line on each line's own branch; 0 for the last. */
function nextOfBranch(parents: Uint32Array, shown: Uint8Array): Uint32Array {
  const { length } = parents;
  const next = new Uint32Array(length);
  /** Where a line's branch leaves the shown one; `root` for lines of the shown one. */
  const branch = new Uint32Array(length);
  const lastOfBranch = new Uint32Array(length);
  for (let line = 1; line < length; line += 1) {
    const parent = parents[line] ?? noEntry;
    if (parent === noEntry) {
      continue;
    }
    const leavesHere = parent === root || shown[parent] === 1;
    const own = shown[line] === 1 ? root : leavesHere ? line : (branch[parent] ?? root);
    branch[line] = own;
    next[lastOfBranch[own] ?? 0] = line;
    lastOfBranch[own] = line;
  }
  return next;
}
