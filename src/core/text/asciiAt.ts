/** Whether the bytes contain an ASCII text at a position. */
export function asciiAt(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}
