/** 52 bits, of two 32-bit hashes (FNV-1a, and with another factor). */
export function hash52(text: string, before = 0, time = 0): number {
  let high = Math.floor(before / 2 ** 26) ^ 0x811c9dc5;
  let low = (before % 2 ** 26) ^ Math.floor(time / 2 ** 26);
  low = Math.imul(low ^ (time % 2 ** 26), 0x85ebca6b);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x9e3779b1) ^ (low >>> 15);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
}
