/** Number of last entries searched before the map is filled; compactions keep fewer. */
const nearby = 500;

/** Maps entry IDs to lines of a log. */
export class EntryIds {
  /** Line by ID. IDs of eight hex digits, as written by pi and agent, are stored as numbers. */
  readonly #lines = new Map<string | number, number>();
  /**
   * Entries not in `#lines` yet. If each follows the previous one, and compactions keep from one
   * nearby, no other is ever looked up, and filling the map was 5 % of opening a log of 65,000
   * entries.
   */
  readonly #newKeys: (string | number)[] = [];
  readonly #newLines: number[] = [];
  /** Changes since the mark, with the line that the ID had before; undefined without a mark. */
  #marked: { readonly key: string | number; readonly before: number | undefined }[] | undefined;

  /** Adds the next entry. Among several with one ID the last counts. */
  push(id: string, line: number): void {
    const key = keyOf(id);
    this.#marked?.push({ key, before: this.#filled().get(key) });
    this.#newKeys.push(key);
    this.#newLines.push(line);
  }

  /** Line of the entry with an ID, if it has come already. */
  lineOf(id: string): number | undefined {
    const key = keyOf(id);
    const { length } = this.#newKeys;
    for (let at = length - 1; at >= 0 && at >= length - nearby; at -= 1) {
      if (this.#newKeys[at] === key) {
        return this.#newLines[at];
      }
    }
    return this.#filled().get(key);
  }

  /** Saves this state for `rewind`. */
  mark(): void {
    this.#marked = [];
  }

  /** Returns to the last mark and undoes everything since. */
  rewind(): void {
    const lines = this.#filled();
    for (const { key, before } of (this.#marked ?? []).reverse()) {
      if (before === undefined) {
        lines.delete(key);
      } else {
        lines.set(key, before);
      }
    }
    this.#marked = undefined;
  }

  /** The map with all entries. */
  #filled(): Map<string | number, number> {
    for (const [at, key] of this.#newKeys.entries()) {
      this.#lines.set(key, this.#newLines[at] ?? 0);
    }
    this.#newKeys.length = 0;
    this.#newLines.length = 0;
    return this.#lines;
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
    // Signed, so that V8 stores it without allocating an object.
    number = (number << 4) | digit;
  }
  return number;
}
