import { rarity } from '../sources/log/rareText.ts';
import type { Spelling } from '../sources/records/source.ts';
import { layout, wordScanModule } from './wordScanModule.ts';

/** Bytes of a word in UTF-8. */
export const longestWord = layout.text - layout.folds;

/** Searched at once: it stays in the processor's cache meanwhile. */
const roomBytes = 1024 * 1024;
const pageBytes = 64 * 1024;
/** Up to 16 bytes and a word behind the last place are read. */
const pages = Math.ceil((layout.data + roomBytes + longestWord + 16) / pageBytes);

interface Scan {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly find: (
    from: number,
    end: number,
    offset1: number,
    offset2: number,
    length: number,
  ) => number;
}

/** Undefined on a processor that is too old for it. */
function newScan(): Scan | undefined {
  try {
    const module = new WebAssembly.Module(wordScanModule(pages));
    return new WebAssembly.Instance(module).exports as Scan;
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Looks for words in `room`. All searches of a thread share it, so what is read into it is searched
 * before anybody waits.
 */
class WordScan {
  readonly room: Buffer;
  readonly #scan: Scan | undefined = newScan();
  readonly #memory: Buffer;
  #word: PreparedWord | undefined;

  constructor() {
    const memory = this.#scan?.memory.buffer ?? new ArrayBuffer(pages * pageBytes);
    this.#memory = Buffer.from(memory);
    this.room = Buffer.from(memory, layout.data, roomBytes);
  }

  /**
   * The first place at or after `from`, and before `to`, where the word begins; -1 if there is none
   * that ends before `to`. May be any place where it cannot search.
   */
  find(word: PreparedWord, from: number, to: number): number {
    const { offsets, bytes } = word;
    const end = to - bytes.length + 1;
    if (from >= end) {
      return -1;
    }
    if (this.#scan === undefined) {
      return from;
    }
    if (this.#word !== word) {
      this.#word = word;
      this.#prepare(word);
    }
    const place = this.#scan.find(
      layout.data + from,
      layout.data + end,
      offsets[0],
      offsets[1],
      bytes.length,
    );
    return place < 0 ? -1 : place - layout.data;
  }

  #prepare({ offsets, bytes, folds }: PreparedWord): void {
    const memory = this.#memory;
    const fill = (value: number | undefined, at: number) => memory.fill(value ?? 0, at, at + 16);
    fill(folds[offsets[0]], layout.fold1);
    fill(bytes[offsets[0]], layout.wanted1);
    fill(folds[offsets[1]], layout.fold2);
    fill(bytes[offsets[1]], layout.wanted2);
    memory.set(folds, layout.folds);
    memory.set(bytes, layout.text);
  }
}

let scan: WordScan | undefined;

/** The thread's own. */
export function wordScan(): WordScan {
  return (scan ??= new WordScan());
}

export interface PreparedWord {
  /** In lower case where the case is ignored. */
  readonly bytes: Buffer;
  /** Bits in which a byte may differ. */
  readonly folds: Buffer;
  /** Of the two rarest bytes. */
  readonly offsets: readonly [number, number];
}

/** @param text of 1 to `longestWord` bytes in UTF-8. */
export function preparedWord({ text, ignoreCase }: Spelling): PreparedWord {
  const wanted = ignoreCase ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
  const bytes = Buffer.from(wanted);
  const folds = Buffer.from(bytes.map((byte) => (ignoreCase && isLetter(byte) ? 0x20 : 0)));
  const rank = (at: number) => rarity(String.fromCharCode(bytes[at] ?? 0));
  const [first = 0, second = first] = [...bytes.keys()].sort((a, b) => rank(b) - rank(a));
  return { bytes, folds, offsets: [first, second] };
}

function isLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
