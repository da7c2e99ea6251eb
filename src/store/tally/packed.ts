/** Bytes of the largest double. */
const mostBytes = 16;

/** Whole numbers, small ones in few bytes, as a text that JSON holds as it is. */
export function pack(numbers: readonly number[]): string {
  let bytes = Buffer.allocUnsafe(numbers.length * 3 + mostBytes);
  let end = 0;
  for (const number of numbers) {
    if (end + mostBytes > bytes.length) {
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
    }
    let rest = number < 0 ? -2 * number - 1 : 2 * number;
    while (rest >= 0x80) {
      bytes[end] = (rest % 0x80) | 0x80;
      end += 1;
      rest = Math.floor(rest / 0x80);
    }
    bytes[end] = rest;
    end += 1;
  }
  return bytes.toString('base64', 0, end);
}

export function unpack(text: string): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  let factor = 1;
  for (const byte of Buffer.from(text, 'base64')) {
    number += (byte & 0x7f) * factor;
    factor *= 0x80;
    if (byte < 0x80) {
      numbers.push(number % 2 === 1 ? -(number + 1) / 2 : number / 2);
      number = 0;
      factor = 1;
    }
  }
  return numbers;
}
