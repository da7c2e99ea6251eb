/** As many of the last entries are looked through before the map is filled; a compaction keeps fewer. */
const nearby = 500;

/** On which line of a log which entry is. */
export class EntryIds {
  /** Line by id. Ids of eight hex digits, as pi and agent make them, are kept as numbers. */
  readonly #lines = new Map<string | number, number>();
  /**
   * Entries that are not in `#lines` yet. Where each follows the one before, and compactions keep from
   * one nearby, nobody asks for another, and filling the map was 5 % of opening a log of 65,000 entries.
   */
  readonly #newKeys: (string | number)[] = [];
  readonly #newLines: number[] = [];
  /** Since the mark, with the line that the id had before; undefined without a mark. */
  #marked: { readonly key: string | number; readonly before: number | undefined }[] | undefined;

  /** Takes the next entry. Of several with one id the last counts. */
  push(id: string, line: number): void {
    const key = keyOf(id);
    this.#marked?.push({ key, before: this.#known().get(key) });
    this.#newKeys.push(key);
    this.#newLines.push(line);
  }

  /** Line of the entry with an id, if it came already. */
  lineOf(id: string): number | undefined {
    const key = keyOf(id);
    const { length } = this.#newKeys;
    for (let at = length - 1; at >= 0 && at >= length - nearby; at -= 1) {
      if (this.#newKeys[at] === key) {
        return this.#newLines[at];
      }
    }
    return this.#known().get(key);
  }

  /** Remembers this state. */
  mark(): void {
    this.#marked = [];
  }

  /** Goes back to the last mark; all that came since is taken back. */
  rewind(): void {
    const lines = this.#known();
    for (const { key, before } of (this.#marked ?? []).reverse()) {
      if (before === undefined) {
        lines.delete(key);
      } else {
        lines.set(key, before);
      }
    }
    this.#marked = undefined;
  }

  /** All of them, in the map. */
  #known(): Map<string | number, number> {
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
    // Signed, so that V8 keeps it without an object of its own.
    number = (number << 4) | digit;
  }
  return number;
}
