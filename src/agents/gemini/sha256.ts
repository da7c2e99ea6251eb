import { addTo, digestOf, rotatedLeft, wordAt } from '../toolbox/sha.ts';

/** SHA-256 of a text as 64 digits. */
export function sha256Hex(text: string): string {
  const state = Uint32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
  return digestOf(new TextEncoder().encode(text), state, compress);
}

/** The first 64; the constants are bits of their roots. */
const primes = firstPrimes(64);
const constants = Uint32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) {
      found.push(number);
    }
  }
  return found;
}

/** The first 32 bits behind the point. */
function fractionOf(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function scheduled(view: DataView, block: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      words[index] = view.getUint32(block + index * 4);
    } else {
      const early = wordAt(words, index - 15);
      const late = wordAt(words, index - 2);
      words[index] =
        wordAt(words, index - 16) +
        mixed(early, [7, 18], early >>> 3) +
        wordAt(words, index - 7) +
        mixed(late, [17, 19], late >>> 10);
    }
  }
  return words;
}

function compress(state: Uint32Array, view: DataView, block: number): void {
  const words = scheduled(view, block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + mixed(e, [6, 11, 25]) + chosen + wordAt(constants, index) + wordAt(words, index);
    const second = mixed(a, [2, 13, 22]) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) >>> 0, a, b, c, (d + first) >>> 0, e, f, g];
  }
  addTo(state, [a, b, c, d, e, f, g, h]);
}

/** A word rotated to the right by several counts, all of them mixed. */
function mixed(word: number, rotations: readonly number[], shifted = 0): number {
  return rotations.reduce((sum, bits) => sum ^ rotatedLeft(word, 32 - bits), shifted);
}
