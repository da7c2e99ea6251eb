import type { EntryLink } from '../decodedLine.ts';
import { branchExtents, noEntry, root, type BranchExtent } from './branchExtents.ts';

/** Branches that leave the shown one after a line. */
export interface BranchPoint {
  /** Line of the last entry that they share; 0 where the log has several roots. */
  readonly line: number;
  /** First line of each, in the order of the log. */
  readonly children: readonly number[];
}

/** As many of the last entries are looked through before the map is filled; a compaction keeps fewer. */
const nearby = 500;

/**
 * How the entries of a log follow each other: 8 bytes a line and its id. In most logs each follows the
 * one before and nothing more is ever computed. Where entries name their parents, the log is a tree;
 * the way from a leaf up to its root is what is shown, and the leaf is the last entry unless the reader
 * chose another (pi 0.74.2, `session-manager`: the leaf is the last entry appended).
 */
export class EntryTree {
  /** Line by id. Ids of eight hex digits, as pi and agent make them, are kept as numbers. */
  readonly #lines = new Map<string | number, number>();
  /**
   * Entries that are not in `#lines` yet. Where each follows the one before, and compactions keep from
   * one nearby, nobody asks for another, and filling the map was 5 % of opening a log of 65,000 entries.
   */
  readonly #newKeys: (string | number)[] = [];
  readonly #newLines: number[] = [];
  /** Ids since the mark, so that a provisional last line can be taken back. */
  readonly #marked: {
    readonly line: number;
    readonly key: string | number;
    readonly before: number | undefined;
  }[] = [];
  #parents = new Uint32Array(0);
  /** How many entries follow each line's. */
  #children = new Uint32Array(0);
  #length = 0;
  #leaf = root;
  #chosen: number | undefined;
  #isMarked = false;
  #isTree = false;
  #forks = 0;
  #version = 0;
  #path: Uint8Array | undefined;
  #extents: ((child: number) => BranchExtent) | undefined;

  /** Lines so far. */
  get length(): number {
    return this.#length;
  }

  /** Grows whenever other lines are shown or branches came to be; appending to the shown one keeps it. */
  get version(): number {
    return this.#version;
  }

  /** Some line has two successors, so not every line is shown. */
  get hasBranches(): boolean {
    return this.#forks > 0;
  }

  /** Last line of the branch that is shown; 0 before the first entry. */
  get leaf(): number {
    return this.#chosen ?? this.#leaf;
  }

  /** The branch that is shown is the one that the log goes on with. */
  get isLast(): boolean {
    return this.#chosen === undefined;
  }

  /** Takes the next line. @param links the entries on it: one, or none; more on a damaged line. */
  push(links: readonly EntryLink[]): void {
    this.#extents = undefined;
    this.#length += 1;
    const line = this.#length;
    const [first] = links;
    const parent =
      first?.parentId === undefined
        ? noEntry
        : // An entry that names a parent that is not there begins anew, as in pi.
          first.parentId === null
          ? root
          : (this.lineOf(first.parentId) ?? root);
    for (const { id } of links) {
      const key = keyOf(id);
      if (this.#isMarked) {
        this.#marked.push({ line, key, before: this.#known().get(key) });
      }
      this.#newKeys.push(key);
      this.#newLines.push(line);
    }
    if (parent !== noEntry) {
      this.#addEntry(line, parent);
    } else if (this.#isTree) {
      this.#reserve(line + 1);
      this.#parents[line] = noEntry;
      this.#cover(line, true);
    }
  }

  /** Line of the entry with an id, if it came already. */
  lineOf(id: string): number | undefined {
    const key = keyOf(id);
    const { length } = this.#newKeys;
    // Of several with one id the last counts.
    for (let at = length - 1; at >= 0 && at >= length - nearby; at -= 1) {
      if (this.#newKeys[at] === key) {
        return this.#newLines[at];
      }
    }
    return this.#known().get(key);
  }

  /** Whether a line belongs to the branch that is shown. */
  isShown(line: number): boolean {
    if (!this.hasBranches) {
      return true;
    }
    return this.#shown()[line] === 1;
  }

  /**
   * Shows the branch that ends at a line; undefined goes back to the last entry.
   * @returns false if there is no such entry.
   */
  choose(leaf: number | undefined): boolean {
    if (leaf !== undefined && (leaf > this.#length || this.#parentOf(leaf) === noEntry)) {
      return false;
    }
    const before = this.leaf;
    this.#chosen = leaf === this.#leaf ? undefined : leaf;
    if (this.leaf !== before) {
      this.#change();
    }
    return true;
  }

  /** Where branches leave the shown one, in the order of the log. */
  branchPoints(): readonly BranchPoint[] {
    if (!this.hasBranches) {
      return [];
    }
    const shown = this.#shown();
    const children = new Map<number, number[]>();
    const seen = new Map<number, number>();
    for (let line = 1; line <= this.#length; line += 1) {
      const parent = this.#parentOf(line);
      if (parent === noEntry || (parent !== root && shown[parent] !== 1)) {
        continue;
      }
      const first = seen.get(parent);
      if (first === undefined) {
        seen.set(parent, line);
      } else {
        const list = children.get(parent) ?? [first];
        list.push(line);
        children.set(parent, list);
      }
    }
    return [...children]
      .sort(([a], [b]) => a - b)
      .map(([line, list]) => ({ line, children: list }));
  }

  /** How far the branch reaches that begins at a line: a child of a branch point. */
  extent(child: number): BranchExtent {
    this.#extents ??= branchExtents(this.#parents.subarray(0, this.#length + 1), this.#shown());
    return this.#extents(child);
  }

  /** Remembers this state: the last one marked can be gone back to. */
  mark(): number {
    this.#marked.length = 0;
    this.#isMarked = true;
    return this.#length;
  }

  /** @param mark from the last `mark()`. */
  rewind(mark: number): void {
    this.#isMarked = false;
    this.#extents = undefined;
    const lines = this.#known();
    for (; this.#length > mark; this.#length -= 1) {
      const line = this.#length;
      while (this.#marked.at(-1)?.line === line) {
        const last = this.#marked.pop();
        if (last?.before === undefined) {
          lines.delete(last?.key ?? '');
        } else {
          lines.set(last.key, last.before);
        }
      }
      const parent = this.#parentOf(line);
      if (parent !== noEntry) {
        this.#removeEntry(line, parent);
      }
    }
  }

  /** Lines of all entries by id. */
  #known(): Map<string | number, number> {
    for (const [at, key] of this.#newKeys.entries()) {
      this.#lines.set(key, this.#newLines[at] ?? root);
    }
    this.#newKeys.length = 0;
    this.#newLines.length = 0;
    return this.#lines;
  }

  #addEntry(line: number, parent: number): void {
    this.#isTree = true;
    this.#reserve(Math.max(line, parent) + 1);
    this.#parents[line] = parent;
    const siblings = this.#children[parent] ?? 0;
    this.#children[parent] = siblings + 1;
    this.#forks += siblings > 0 ? 1 : 0;
    const extendsShown = parent === this.leaf;
    this.#leaf = line;
    if (extendsShown && this.#chosen !== undefined) {
      this.#chosen = line;
    }
    if (!extendsShown || siblings > 0) {
      this.#change();
    }
    this.#cover(line, extendsShown);
  }

  #removeEntry(line: number, parent: number): void {
    const children = (this.#children[parent] ?? 1) - 1;
    this.#children[parent] = children;
    this.#forks -= children > 0 ? 1 : 0;
    this.#parents[line] = noEntry;
    this.#leaf = line - 1;
    while (this.#leaf > root && this.#parentOf(this.#leaf) === noEntry) {
      this.#leaf -= 1;
    }
    if (this.#chosen === line) {
      this.#chosen = parent === this.#leaf ? undefined : parent;
    }
    if (this.leaf !== parent || children > 0) {
      this.#change();
    }
  }

  #shown(): Uint8Array {
    if (this.#path === undefined) {
      const path = new Uint8Array(this.#parents.length);
      for (let line = 1; line <= this.#length; line += 1) {
        path[line] = this.#parentOf(line) === noEntry ? 1 : 0;
      }
      // A parent always stands before its child, so this ends.
      for (let line = this.leaf; line > root && line !== noEntry; line = this.#parentOf(line)) {
        path[line] = 1;
      }
      this.#path = path;
    }
    return this.#path;
  }

  #cover(line: number, shown: boolean): void {
    if (this.#path !== undefined) {
      this.#path[line] = shown ? 1 : 0;
    }
  }

  #change(): void {
    this.#path = undefined;
    this.#extents = undefined;
    this.#version += 1;
  }

  #parentOf(line: number): number {
    return this.#parents[line] ?? noEntry;
  }

  #reserve(length: number): void {
    if (length <= this.#parents.length) {
      return;
    }
    const size = Math.max(1024, length * 2);
    const parents = new Uint32Array(size).fill(noEntry);
    parents.set(this.#parents);
    this.#parents = parents;
    const children = new Uint32Array(size);
    children.set(this.#children);
    this.#children = children;
    if (this.#path !== undefined) {
      const path = new Uint8Array(size);
      path.set(this.#path);
      this.#path = path;
    }
  }
}

function keyOf(id: string): string | number {
  if (id.length !== 8) {
    return id;
  }
  let number = 0;
  for (let at = 0; at < 8; at += 1) {
    const code = id.charCodeAt(at);
    const digit =
      code >= 0x30 && code <= 0x39
        ? code - 0x30
        : code >= 0x61 && code <= 0x66
          ? code - 0x61 + 10
          : undefined;
    if (digit === undefined) {
      return id;
    }
    // Signed, so that V8 keeps it without an object of its own.
    number = (number << 4) | digit;
  }
  return number;
}
