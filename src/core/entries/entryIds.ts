import { grown } from '#base/grown.ts';

/**
 * Maps entry IDs to lines of a log. Every entry is looked up, and filling a `Map` took a tenth of the time
 * to index a log: this is a table of entries, found by a hash of their IDs.
 */
export class EntryIds {
  /** Those of eight hex digits, as written by pi and agent, as numbers. */
  readonly #keys: (string | number)[] = [];
  #hashes = new Int32Array(64);
  #lines = new Uint32Array(64);
  /** An entry's number from 1, at or after the place that its hash names; 0 where there is none. */
  #table = new Uint32Array(128);
  /** Entries at the mark. */
  #marked = 0;

  /** Adds an entry. @returns false if there is one with this ID, which stays. */
  push(id: string, line: number): boolean {
    const key = keyOf(id);
    const hash = hashOf(key);
    const place = this.#placeOf(key, hash);
    if (this.#table[place] !== 0) {
      return false;
    }
    const entry = this.#keys.push(key) - 1;
    if (entry === this.#lines.length) {
      this.#lines = grown(this.#lines, entry * 2);
      this.#hashes = grown(this.#hashes, entry * 2);
    }
    this.#lines[entry] = line;
    this.#hashes[entry] = hash;
    this.#table[place] = entry + 1;
    if ((entry + 1) * 2 > this.#table.length) {
      this.#widen();
    }
    return true;
  }

  /** Line of the entry with an ID, if it has come already. */
  lineOf(id: string): number | undefined {
    const key = keyOf(id);
    const last = this.#keys.length - 1;
    // Most entries follow the last one.
    if (this.#keys[last] === key) {
      return this.#lines[last];
    }
    const entry = this.#table[this.#placeOf(key, hashOf(key))] ?? 0;
    return entry === 0 ? undefined : this.#lines[entry - 1];
  }

  /** Saves this state for `rewind`. */
  mark(): void {
    this.#marked = this.#keys.length;
  }

  /** Returns to the last mark and undoes everything since. */
  rewind(): void {
    // The latest first, so that the way to no other goes through its place.
    for (let entry = this.#keys.length; entry > this.#marked; entry -= 1) {
      const key = this.#keys[entry - 1] ?? '';
      this.#table[this.#placeOf(key, this.#hashes[entry - 1] ?? 0)] = 0;
      this.#keys.pop();
    }
  }

  /** Where a key is in the table, or would be. */
  #placeOf(key: string | number, hash: number): number {
    const table = this.#table;
    const hashes = this.#hashes;
    const end = table.length - 1;
    let place = hash & end;
    for (;;) {
      const entry = (table[place] ?? 0) - 1;
      if (entry === -1 || (hashes[entry] === hash && this.#keys[entry] === key)) {
        return place;
      }
      place = (place + 1) & end;
    }
  }

  #widen(): void {
    const table = new Uint32Array(this.#table.length * 4);
    const hashes = this.#hashes;
    const end = table.length - 1;
    for (let entry = 0; entry < this.#keys.length; entry += 1) {
      let place = (hashes[entry] ?? 0) & end;
      while (table[place] !== 0) {
        place = (place + 1) & end;
      }
      table[place] = entry + 1;
    }
    this.#table = table;
  }
}

/** FNV-1a, with its bits mixed: the table takes the lowest. */
function hashOf(key: string | number): number {
  let hash = 0x811c9dc5 | 0;
  if (typeof key === 'number') {
    hash = Math.imul(hash ^ key, 0x9e3779b1);
  } else {
    for (let at = 0; at < key.length; at += 1) {
      hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    }
  }
  return hash ^ (hash >>> 15);
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
