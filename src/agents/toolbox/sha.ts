/**
 * What SHA-1 and SHA-256 share (FIPS 180-4), as lower-case hex digits. Written out because this layer
 * knows neither Node nor a browser; it names folders and protects nothing.
 *
 * @param state the initial one; changed by `compress` for each block of 64 bytes.
 */
export function digestOf(
  bytes: Uint8Array,
  state: Uint32Array,
  compress: (state: Uint32Array, view: DataView, block: number) => void,
): string {
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += 64) {
    compress(state, view, block);
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

export function rotatedLeft(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0;
}

export function wordAt(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

/** Adds to each word of a state what a block made of it. */
export function addTo(state: Uint32Array, words: readonly number[]): void {
  words.forEach((word, index) => {
    state[index] = wordAt(state, index) + word;
  });
}
