/**
 * SHA-256 of a text as 64 lower-case hex digits (FIPS 180-4). Written out because this layer knows
 * neither Node nor a browser; it names folders and protects nothing.
 */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const state = Uint32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += 64) {
    compress(state, scheduled(view, block));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
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

/** One bit, zeros up to 56 modulo 64 bytes, then the length in bits as 64 bits, big-endian. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  return padded;
}

function scheduled(view: DataView, block: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      words[index] = view.getUint32(block + index * 4);
    } else {
      const early = at(words, index - 15);
      const late = at(words, index - 2);
      words[index] =
        at(words, index - 16) +
        (rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)) +
        at(words, index - 7) +
        (rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10));
    }
  }
  return words;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h +
      (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
      chosen +
      at(constants, index) +
      at(words, index);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) >>> 0, a, b, c, (d + first) >>> 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}
