import type { ImageData } from '#core/events/message.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** An uncompressed PNG, so that it can be created anywhere; colors are requested by position. */
export function png(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Color,
): ImageData {
  const rows = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(colorAt(x, y), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const bytes = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', [...uint32(width), ...uint32(height), 8, 2, 0, 0, 0]),
    chunk('IDAT', stored(rows)),
    chunk('IEND', []),
  ].flat();
  return { mimeType: 'image/png', data: base64(bytes) };
}

/** Bars of a chart on a dark background, like a screenshot in a session. */
export function chart(width: number, height: number, heights: readonly number[]): ImageData {
  const step = width / heights.length;
  return png(width, height, (x, y) => {
    const bar = Math.floor(x / step);
    const inBar = x - bar * step > step * 0.25;
    const top = height * (1 - (heights[bar] ?? 0) * 0.8) - 12;
    if (y > height - 13 && y < height - 11) {
      return [150, 156, 170];
    }
    if (inBar && y >= top && y < height - 12) {
      return bar === heights.length - 1 ? [232, 120, 88] : [86, 142, 216];
    }
    return Math.floor(height - y) % Math.floor(height / 5) === 0 ? [58, 62, 74] : [36, 39, 48];
  });
}

export function base64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1_000) {
    text += String.fromCharCode(...bytes.slice(at, at + 1_000));
  }
  return btoa(text);
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...Array.from(type, (letter) => letter.charCodeAt(0)), ...data];
  return [...uint32(data.length), ...body, ...uint32(crc32(body))];
}

/** zlib (RFC 1950) around stored blocks (RFC 1951, 3.2.4). */
function stored(bytes: Uint8Array): number[] {
  const result = [0x78, 0x01];
  const most = 65_535;
  for (let at = 0; at < bytes.length; at += most) {
    const part = bytes.subarray(at, at + most);
    const length = part.length;
    result.push(at + most >= bytes.length ? 1 : 0, length & 255, length >> 8);
    result.push(~length & 255, (~length >> 8) & 255);
    part.forEach((byte) => result.push(byte));
  }
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return [...result, ...uint32(((b << 16) | a) >>> 0)];
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
    }
  }
  return ~crc >>> 0;
}

function uint32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
