import type { JSHandle, Page } from 'playwright-core';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly isPressed: boolean;
}

/** A frame of an animation, shown until the next one. */
export interface Shot {
  readonly png: Buffer;
  readonly pointer: Pointer;
  readonly ms: number;
}

/** The rectangle that changed since the previous frame; its unchanged pixels are transparent. */
interface Change extends Size {
  readonly x: number;
  readonly y: number;
  readonly webp: string;
}

/**
 * Encodes an image as lossless WebP: about as large as a PNG with 64 colors, but with all of them,
 * and the tests' browser can encode it.
 */
export async function encodePicture(page: Page, png: Buffer): Promise<Buffer> {
  const webp = await page.evaluate(async (base64) => {
    const answer = await fetch(`data:image/png;base64,${base64}`);
    const image = await createImageBitmap(await answer.blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png.toString('base64'));
  return Buffer.from(webp);
}

/** An endlessly repeating animation as lossless WebP, with the pointer drawn in. */
export async function encodeAnimation(page: Page, shots: readonly Shot[]): Promise<Buffer> {
  const size = sizeOf(shots[0]?.png);
  const encoder = await page.evaluateHandle(makeEncoder, size);
  const frames: { readonly change: Change; ms: number }[] = [];
  for (const shot of shots) {
    const change = await encode(encoder, shot);
    const last = frames.at(-1);
    if (change !== undefined) {
      frames.push({ change, ms: shot.ms });
    } else if (last !== undefined) {
      last.ms += shot.ms;
    }
  }
  return container(
    size,
    frames.map(({ change, ms }) => frameChunk(change, ms)),
  );
}

type Encoder = ReturnType<typeof makeEncoder>;

function encode(encoder: JSHandle<Encoder>, { png, pointer }: Shot): Promise<Change | undefined> {
  return encoder.evaluate((take, [image, at]) => take(image, at), [
    png.toString('base64'),
    pointer,
  ] as const);
}

/** Runs in the page, so it cannot use anything from outside. */
function makeEncoder({ width, height }: Size) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) {
    throw new Error('The browser has no canvas.');
  }
  const arrow = new Path2D('M0 0 L0 17 L4 13.5 L6.7 19.6 L9.6 18.3 L6.9 12.4 L12.2 12.2 Z');
  let before = new Uint32Array(width * height);

  const draw = async (png: string, { x, y, isPressed }: Pointer) => {
    const answer = await fetch(`data:image/png;base64,${png}`);
    context.drawImage(await createImageBitmap(await answer.blob()), 0, 0);
    context.save();
    context.translate(x, y);
    if (isPressed) {
      context.beginPath();
      context.arc(0, 0, 14, 0, 2 * Math.PI);
      context.fillStyle = 'rgb(255 200 60 / 0.45)';
      context.fill();
    }
    context.fillStyle = '#fff';
    context.strokeStyle = '#000';
    context.lineWidth = 1.2;
    context.fill(arrow);
    context.stroke(arrow);
    context.restore();
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };

  return async (png: string, pointer: Pointer): Promise<Change | undefined> => {
    const after = await draw(png, pointer);
    const changed = new Uint32Array(after.length);
    let [left, top, right, bottom] = [width, height, 0, 0];
    after.forEach((pixel, place) => {
      if (pixel !== before[place]) {
        changed[place] = pixel;
        left = Math.min(left, place % width);
        right = Math.max(right, (place % width) + 1);
        top = Math.min(top, Math.floor(place / width));
        bottom = Math.max(bottom, Math.floor(place / width) + 1);
      }
    });
    before = after;
    if (right === 0) {
      return undefined;
    }
    // A frame starts at even coordinates.
    left -= left % 2;
    top -= top % 2;
    const part = new OffscreenCanvas(right - left, bottom - top);
    const pixels = new ImageData(new Uint8ClampedArray(changed.buffer), width, height);
    part.getContext('2d')?.putImageData(pixels, -left, -top);
    const blob = await part.convertToBlob({ type: 'image/webp', quality: 1 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const webp = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    return { x: left, y: top, width: part.width, height: part.height, webp };
  };
}

/*
 * Container of an animation (RFC 9649, 2.7): RIFF chunks VP8X, ANIM and an ANMF for each frame,
 * which contains the image chunk of a still image.
 */

function container({ width, height }: Size, frames: readonly Buffer[]): Buffer {
  const hasAnimationAndAlpha = 0x12;
  const features = Buffer.concat([
    Buffer.from([hasAnimationAndAlpha, 0, 0, 0]),
    uint24(width - 1),
    uint24(height - 1),
  ]);
  const noColorAndForEver = Buffer.alloc(6);
  return chunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      chunk('VP8X', features),
      chunk('ANIM', noColorAndForEver),
      ...frames,
    ]),
  );
}

function frameChunk({ x, y, width, height, webp }: Change, ms: number): Buffer {
  const drawnOverTheLast = 0;
  return chunk(
    'ANMF',
    Buffer.concat([
      ...[x / 2, y / 2, width - 1, height - 1, ms].map(uint24),
      Buffer.from([drawnOverTheLast]),
      imageChunk(Buffer.from(webp, 'base64')),
    ]),
  );
}

/** The VP8L chunk of a still image, after any other chunks. */
function imageChunk(webp: Buffer): Buffer {
  const chunksStart = 12;
  for (let at = chunksStart; at < webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString('latin1', at, at + 4) === 'VP8L') {
      return webp.subarray(at, end);
    }
    at = end;
  }
  throw new Error('The browser did not encode without loss.');
}

/** Size of a PNG, given at the start of its first chunk. */
function sizeOf(png: Buffer | undefined): Size {
  if (png === undefined) {
    throw new Error('Nothing was recorded.');
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
