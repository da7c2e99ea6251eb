interface Field {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/**
 * The fields of a protobuf message that have bytes, as far as it can be read.
 * https://protobuf.dev/programming-guides/encoding
 */
export function fieldsIn(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35 && at < bytes.length; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        return value;
      }
    }
    return NaN;
  };
  while (at < bytes.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const end = varint() + at;
        if (!(end <= bytes.length)) {
          return fields;
        }
        fields.push({ number: Math.floor(tag / 8), bytes: bytes.subarray(at, end) });
        at = end;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        return fields;
    }
  }
  return fields;
}

export function bytesIn(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) {
    hex += byte.toString(16).padStart(2, '0');
  }
  return hex;
}

/** The text that is UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder();
