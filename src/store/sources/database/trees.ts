import type { Pages } from './pages.ts';

/** Of pages that are visited, so that a larger database takes no longer: a tenth of a second at most. */
const mostBytes = 32 * 1024 * 1024;
/** Each page is in one tree, and once there. By chance, a damaged one may name another one's. */
const mostTimes = 4;
/** Fewer prove nothing. */
const fewPages = 16;
const fileHeadBytes = 100;
const pointerBytes = 4;

/** What is in the rows of a table. */
export interface TakenRows {
  /** Bytes that may follow; less than 0 if there were more. */
  room: number;
  readonly contents: Buffer[];
}

interface PageKind {
  readonly isTable: boolean;
  readonly isLeaf: boolean;
}

const kinds: ReadonlyMap<number, PageKind> = new Map([
  [2, { isTable: false, isLeaf: false }],
  [5, { isTable: true, isLeaf: false }],
  [10, { isTable: false, isLeaf: true }],
  [13, { isTable: true, isLeaf: true }],
]);

/**
 * Goes through trees of a database, those of tables and of indexes, as SQLite would, and counts. SQLite
 * follows whatever pages say: a file of seven has billions of rows if each page names the next one four
 * hundred times, and one row of 4 KB can be two thousand rows of its page. What is merely damaged is left
 * to SQLite, which says so when it gets there.
 *
 * https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export class Trees {
  /** How often pages were visited, and how much the cells on them hold. */
  #visits = 0;
  #content = 0;
  /** Pages that are one of a tree, or hold more of a row than there is room for on that. */
  readonly #pages = new Set<number>();
  readonly #waiting: number[] = [];
  readonly #next = Buffer.alloc(pointerBytes);

  constructor(private readonly pages: Pages) {}

  get areAll(): boolean {
    return !this.#isEnough;
  }

  /** What was visited holds more than its pages, or names more pages than there are. */
  get isTooMuch(): boolean {
    const most = mostTimes * Math.max(fewPages, this.#pages.size);
    return (
      this.#visits > most ||
      this.#content > most * this.pages.pageBytes ||
      this.#waiting.length > mostTimes * Math.max(fewPages, this.pages.count)
    );
  }

  get #isEnough(): boolean {
    return this.#visits * this.pages.pageBytes >= mostBytes || this.isTooMuch;
  }

  /**
   * Goes through one tree, as far as it takes to know.
   *
   * @param rows gets what is in it, as long as there is room.
   * @throws the disk's failure, as `valueOf`.
   */
  visit(root: number, rows?: TakenRows): void {
    const room = Buffer.alloc(this.pages.pageBytes);
    this.#waiting.push(root);
    for (let number = this.#waiting.pop(); number !== undefined; number = this.#waiting.pop()) {
      if (this.#isEnough) {
        break;
      }
      this.#visits += 1;
      const page = this.pages.read(number, room);
      const head = number === 1 ? fileHeadBytes : 0;
      const kind = page.length < room.length ? undefined : kinds.get(room.readUInt8(head));
      if (kind === undefined) {
        continue;
      }
      this.#pages.add(number);
      const cells = cellsIn(room, head, kind, this.pages.usableBytes);
      // One after the other: there may be more than a call takes.
      cells.children.forEach((child) => this.#waiting.push(child));
      for (const content of cells.contents) {
        if (rows !== undefined) {
          rows.room -= content.bytes;
        }
        const isTaken = rows !== undefined && rows.room >= 0;
        const more = this.#follow(content, isTaken);
        if (isTaken) {
          rows.contents.push(Buffer.concat([content.start, ...more]));
        }
      }
    }
  }

  /** Goes along the pages that a content has beyond its first part. @returns what is on them, if wanted. */
  #follow({ start, bytes, next }: Content, isWanted: boolean): readonly Buffer[] {
    this.#content += start.length;
    const found: Buffer[] = [];
    const ofPage = this.pages.usableBytes - pointerBytes;
    let left = bytes - start.length;
    for (let number = next; left > 0 && number !== 0 && !this.#isEnough; left -= ofPage) {
      this.#visits += 1;
      const room = isWanted ? Buffer.alloc(this.pages.usableBytes) : this.#next;
      if (this.pages.read(number, room).length < room.length) {
        break;
      }
      this.#pages.add(number);
      number = room.readUInt32BE(0);
      found.push(room.subarray(pointerBytes, pointerBytes + left));
    }
    return found;
  }
}

/** Of a row of a table, or of an entry of an index. */
interface Content {
  readonly bytes: number;
  /** The part on the page itself. */
  readonly start: Buffer;
  /** The page with what follows; 0 if that is all. */
  readonly next: number;
}

interface Cells {
  readonly children: readonly number[];
  readonly contents: readonly Content[];
}

/** @param head where the page's own head begins. */
function cellsIn(
  page: Buffer,
  head: number,
  { isTable, isLeaf }: PageKind,
  usableBytes: number,
): Cells {
  const children = isLeaf ? [] : [page.readUInt32BE(head + 8)];
  const contents: Content[] = [];
  const pointers = head + (isLeaf ? 8 : 12);
  const most = Math.floor((page.length - pointers) / 2);
  const count = Math.min(most, page.readUInt16BE(head + 3));
  for (let cell = 0; cell < count; cell += 1) {
    let at = page.readUInt16BE(pointers + 2 * cell);
    if (!isLeaf && at + pointerBytes <= page.length) {
      children.push(page.readUInt32BE(at));
      at += pointerBytes;
    }
    const content = isTable && !isLeaf ? undefined : contentAt(page, at, isTable, usableBytes);
    if (content !== undefined) {
      contents.push(content);
    }
  }
  return { children, contents };
}

/** @returns undefined where it does not lie on the page. */
function contentAt(
  page: Buffer,
  at: number,
  isTable: boolean,
  usableBytes: number,
): Content | undefined {
  const bytes = varintAt(page, at);
  // A row of a table has its number before its content.
  const place = isTable ? varintAt(page, bytes.end).end : bytes.end;
  const local = localBytes(bytes.value, isTable, usableBytes);
  const end = place + local;
  const isAll = local === bytes.value;
  return end + (isAll ? 0 : pointerBytes) > page.length
    ? undefined
    : {
        bytes: bytes.value,
        start: page.subarray(place, end),
        next: isAll ? 0 : page.readUInt32BE(end),
      };
}

/** How much of a content is on the page of its cell; the rest is on pages of its own. */
function localBytes(bytes: number, isTable: boolean, usableBytes: number): number {
  const most = isTable ? usableBytes - 35 : Math.floor(((usableBytes - 12) * 64) / 255) - 23;
  const least = Math.floor(((usableBytes - 12) * 32) / 255) - 23;
  const some = least + ((bytes - least) % (usableBytes - pointerBytes));
  return bytes <= most ? bytes : some <= most ? some : least;
}

/** A number of one to nine bytes, of which all but the last of nine say whether another follows. */
export function varintAt(
  bytes: Buffer,
  start: number,
): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes.readUInt8(at);
    if (at === start + 8) {
      return { value: value * 256 + byte, end: at + 1 };
    }
    value = value * 128 + (byte & 127);
    if (byte < 128) {
      return { value, end: at + 1 };
    }
  }
  return { value, end: bytes.length };
}
