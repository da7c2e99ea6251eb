import { grown } from '#base/grown.ts';
import type { EntryLink } from '../events/decodedLine.ts';
import { branchExtents, noEntry, root, type BranchExtent } from './branchExtents.ts';
import { EntryIds } from './entryIds.ts';
import { EntryTurns } from './entryTurns.ts';

/** Branches that leave the shown one after a line. */
export interface BranchPoint {
  /** Line of the last entry that they share; 0 if the log has several roots. */
  readonly line: number;
  /** First line of each, in log order. */
  readonly children: readonly number[];
}

/** A turn of the branch that the log continues, by the line that starts it. */
interface Turn {
  readonly line: number;
  readonly before: Turn | undefined;
}

/**
 * How the entries of a log follow each other: 8 bytes a line plus its ID, 12 if it has turns. In most
 * logs each follows the previous one and nothing more is ever computed. If entries name their parents, the log is a
 * tree; the path from a leaf up to its root is shown, and the leaf is the last entry unless the
 * reader chose another (pi 0.74.2, `session-manager`: the leaf is the last entry appended).
 */
export class EntryTree {
  readonly #ids = new EntryIds();
  #parents = new Uint32Array(0);
  /** Number of entries that follow each line's. */
  #children = new Uint32Array(0);
  #length = 0;
  #leaf = root;
  #chosen: number | undefined;
  #isTree = false;
  #forks = 0;
  readonly #turns = new EntryTurns();
  /** The last turn that an entry may undo. */
  #turn: Turn | undefined;
  #markedTurn: Turn | undefined;
  #version = 0;
  #path: Uint8Array | undefined;
  #extents: ((child: number) => BranchExtent) | undefined;

  /** Lines so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Grows whenever other lines are shown or branches appear; appending to the shown branch does not
   * change it.
   */
  get version(): number {
    return this.#version;
  }

  /** Some line has two successors, so not every line is shown. */
  get hasBranches(): boolean {
    return this.#forks > 0;
  }

  /** Last line of the shown branch; 0 before the first entry. */
  get leaf(): number {
    return this.#chosen ?? this.#leaf;
  }

  /** The shown branch is the one that the log continues. */
  get isLast(): boolean {
    return this.#chosen === undefined;
  }

  /**
   * Adds the next line.
   *
   * @param links the entries on it: one, or none; more on a damaged line.
   * @param lineBefore the last line that begins before an offset.
   * @returns false if the log only writes again what it has: then the line is no entry and tells nothing.
   */
  push(links: readonly EntryLink[], lineBefore: (offset: number) => number = () => root): boolean {
    this.#extents = undefined;
    this.#length += 1;
    const line = this.#length;
    const isNew = this.#isNew(links, line);
    const [first] = links;
    const isInTree = first?.parentId !== undefined || first?.turn !== undefined;
    const parent =
      first === undefined || !isInTree || !isNew
        ? noEntry
        : first.after === undefined
          ? this.#parentOfNext(first, line)
          : this.#returnTo(lineBefore(first.after));
    if (parent !== noEntry) {
      this.#addEntry(line, parent);
    } else if (this.#isTree) {
      this.#reserve(line + 1);
      this.#parents[line] = noEntry;
      this.#cover(line, true);
    }
    return isNew;
  }

  /** Line of the entry with an ID, if it has come already. */
  lineOf(id: string): number | undefined {
    return this.#ids.lineOf(id);
  }

  /** The line that an entry's line follows; `noEntry` for any other line. */
  parentOf(line: number): number {
    return this.#parents[line] ?? noEntry;
  }

  /** Whether a line belongs to the shown branch. */
  isShown(line: number): boolean {
    if (!this.hasBranches) {
      return true;
    }
    return this.#shown()[line] === 1;
  }

  /**
   * Shows the branch that ends at a line; undefined returns to the last entry.
   * @returns false if there is no such entry.
   */
  choose(leaf: number | undefined): boolean {
    if (leaf !== undefined && (leaf > this.#length || this.parentOf(leaf) === noEntry)) {
      return false;
    }
    const before = this.leaf;
    this.#chosen = leaf === this.#leaf ? undefined : leaf;
    if (this.leaf !== before) {
      this.#change();
    }
    return true;
  }

  /** Where branches leave the shown one, in log order. */
  branchPoints(): readonly BranchPoint[] {
    if (!this.hasBranches) {
      return [];
    }
    const shown = this.#shown();
    const children = new Map<number, number[]>();
    const seen = new Map<number, number>();
    for (let line = 1; line <= this.#length; line += 1) {
      const parent = this.parentOf(line);
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

  /** How far the branch that starts at a line reaches: a child of a branch point. */
  extent(child: number): BranchExtent {
    this.#extents ??= branchExtents(this.#parents.subarray(0, this.#length + 1), this.#shown());
    return this.#extents(child);
  }

  /** Saves this state: `rewind` can return to the last one saved. */
  mark(): number {
    this.#ids.mark();
    this.#turns.mark();
    this.#markedTurn = this.#turn;
    return this.#length;
  }

  /** @param mark from the last `mark()`. */
  rewind(mark: number): void {
    this.#extents = undefined;
    this.#ids.rewind();
    this.#turns.rewind();
    this.#turn = this.#markedTurn;
    for (; this.#length > mark; this.#length -= 1) {
      const line = this.#length;
      const parent = this.parentOf(line);
      if (parent !== noEntry) {
        this.#removeEntry(line, parent);
      }
    }
  }

  /** Whether a line has an entry that did not come before, or is none. */
  #isNew(links: readonly EntryLink[], line: number): boolean {
    let isNew = links.length === 0;
    for (const { id } of links) {
      isNew = id === undefined || this.#ids.push(id, line) || isNew;
    }
    return isNew;
  }

  /** The line that the entry on the next one follows; `noEntry` if it passes for none. */
  #parentOfNext({ parentId, turn, undoneTurns }: EntryLink, line: number): number {
    if (undoneTurns !== undefined) {
      this.#turns.add(line);
      return this.#undo(undoneTurns);
    }
    const known = typeof parentId === 'string' ? this.lineOf(parentId) : undefined;
    // An entry may name itself, and what stands on one line follows nothing on it.
    const named = known === line ? undefined : known;
    if (turn === undefined) {
      this.#turns.add(line);
      // An entry that names a missing parent starts over, as in pi.
      return named ?? root;
    }
    if (turn === 'starts' && parentId === undefined) {
      this.#turn = { line, before: this.#turn };
    }
    const follows = parentId === null ? root : (named ?? this.#leaf);
    const parent = this.#turns.place(line, turn, follows);
    return parent === undefined ? noEntry : this.parentOf(parent) === noEntry ? root : parent;
  }

  /** Goes on from an earlier line. @returns the last entry up to there. */
  #returnTo(line: number): number {
    this.#turns.add(this.#length);
    let last = Math.min(line, this.#length - 1);
    while (last > root && this.parentOf(last) === noEntry) {
      last -= 1;
    }
    while (this.#turn !== undefined && this.#turn.line > last) {
      this.#turn = this.#turn.before;
    }
    return last;
  }

  /** Takes back the last turns. @returns the last entry before them. */
  #undo(turns: number): number {
    let first: Turn | undefined;
    for (let left = turns; left > 0 && this.#turn !== undefined; left -= 1) {
      first = this.#turn;
      this.#turn = first.before;
    }
    return first === undefined ? this.#leaf : this.parentOf(first.line);
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
    while (this.#leaf > root && this.parentOf(this.#leaf) === noEntry) {
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
        path[line] = this.parentOf(line) === noEntry ? 1 : 0;
      }
      // A parent always precedes its child, so this ends.
      for (let line = this.leaf; line > root && line !== noEntry; line = this.parentOf(line)) {
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

  #reserve(length: number): void {
    if (length <= this.#parents.length) {
      return;
    }
    const size = Math.max(1024, length * 2);
    const before = this.#parents.length;
    this.#parents = grown(this.#parents, size).fill(noEntry, before);
    this.#children = grown(this.#children, size);
    this.#path = this.#path && grown(this.#path, size);
  }
}
