const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const utf8 = new TextDecoder('utf-8');

/** The text that base64 stands for; other characters are skipped, as Node.js does. */
export function textOfBase64(data: string): string {
  const bytes = new Uint8Array(Math.ceil((data.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < data.length; at += 1) {
    const value = valueOf.get(data.charCodeAt(at));
    if (value !== undefined) {
      held = ((held << 6) | value) & 0xffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[length] = held >> bits;
        length += 1;
      }
    }
  }
  return utf8.decode(bytes.subarray(0, length));
}
