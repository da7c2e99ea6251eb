/**
 * SHA-1 of `bytes` as 40 lower-case hex digits (FIPS 180-4). Written out because this layer knows
 * neither Node nor a browser; it names folders and protects nothing.
 */
export function sha1Hex(bytes: Uint8Array): string {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const words = new Uint32Array(80);
  for (let block = 0; block < padded.length; block += 64) {
    schedule(words, view, block);
    compress(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
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

function schedule(words: Uint32Array, view: DataView, block: number): void {
  for (let index = 0; index < 80; index += 1) {
    words[index] =
      index < 16
        ? view.getUint32(block + index * 4)
        : rotate(
            at(words, index - 3) ^
              at(words, index - 8) ^
              at(words, index - 14) ^
              at(words, index - 16),
            1,
          );
  }
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let index = 0; index < 80; index += 1) {
    const [mixed, constant] = round(index, b, c, d);
    const next = (rotate(a, 5) + mixed + e + constant + at(words, index)) >>> 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

function round(index: number, b: number, c: number, d: number): readonly [number, number] {
  if (index < 20) {
    return [((b & c) | (~b & d)) >>> 0, 0x5a827999];
  }
  if (index < 40) {
    return [(b ^ c ^ d) >>> 0, 0x6ed9eba1];
  }
  if (index < 60) {
    return [((b & c) | (b & d) | (c & d)) >>> 0, 0x8f1bbcdc];
  }
  return [(b ^ c ^ d) >>> 0, 0xca62c1d6];
}

function rotate(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0;
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}
