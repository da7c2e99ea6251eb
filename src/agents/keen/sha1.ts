import { addTo, digestOf, rotatedLeft, wordAt } from '../toolbox/sha.ts';

/** SHA-1 of `bytes` as 40 digits. */
export function sha1Hex(bytes: Uint8Array): string {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  return digestOf(bytes, state, compress);
}

function compress(state: Uint32Array, view: DataView, block: number): void {
  const words = new Uint32Array(80);
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let index = 0; index < 80; index += 1) {
    const before = (distance: number) => wordAt(words, index - distance);
    words[index] =
      index < 16
        ? view.getUint32(block + index * 4)
        : rotatedLeft(before(3) ^ before(8) ^ before(14) ^ before(16), 1);
    const [mixed, constant] = round(index, b, c, d);
    const next = (rotatedLeft(a, 5) + mixed + e + constant + wordAt(words, index)) >>> 0;
    [a, b, c, d, e] = [next, a, rotatedLeft(b, 30), c, d];
  }
  addTo(state, [a, b, c, d, e]);
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
