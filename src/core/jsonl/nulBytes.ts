/** Stands for any number of NUL bytes, since nobody reads them. */
export const oneNul = new Uint8Array(1);

/** Number of leading NUL bytes, checked four at a time. */
export function nulsIn(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  let at = 0;
  while (at < length && ((byteOffset + at) & 3) !== 0 && bytes[at] === 0) {
    at += 1;
  }
  if (((byteOffset + at) & 3) === 0) {
    const words = new Int32Array(buffer, byteOffset + at, (length - at) >> 2);
    let word = 0;
    while (word < words.length && words[word] === 0) {
      word += 1;
    }
    at += word << 2;
  }
  while (at < length && bytes[at] === 0) {
    at += 1;
  }
  return at;
}
