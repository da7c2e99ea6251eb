import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { ImageData } from '#core/conversation/message.ts';
import type { ImageRef } from '#core/replay/row.ts';
import { AbortError } from '#protocol/endpoint.ts';
import {
  bytesOfBase64,
  checkImage,
  imageTypeOf,
  mostImageBytes,
  type ImageSize,
} from '../images/imageFile.ts';
import type { ImageOwner } from '../surface/surface.ts';
import { formatBytes } from '#base/format.ts';
import { reportFault } from './reportFault.ts';
import type { ReplayModel } from './replay.ts';

export type ImageState =
  | { readonly state: 'waiting' }
  /** @param url a `blob:` URL. */
  | { readonly state: 'here'; readonly url: string; readonly size: ImageSize }
  /** A sentence for the reader. */
  | { readonly state: 'not'; readonly why: string };

export interface EnlargedImage {
  readonly url: string;
  readonly size: ImageSize;
  readonly alt: string;
}

/** A component's hold on an image, which stays until every holder has released it. */
export interface ImageUse {
  readonly state: ReadonlySignal<ImageState>;
  release(): void;
}

/** Loads images on demand and caches those that scrolled off the screen. */
export interface ImagesModel {
  use(owner: ImageOwner, index: number, image: ImageRef): ImageUse;
  readonly enlarged: Signal<EnlargedImage | undefined>;
}

interface CachedImage {
  readonly state: Signal<ImageState>;
  readonly bytes: number;
  readonly reading: AbortController;
  users: number;
}

/** Bytes of cached images that are not on screen, for scrolling back. */
const spareBytes = 24_000_000;

/** The same limit as a count, for small images and for error messages. */
const spareImages = 200;

export function createImagesModel(replay: ReplayModel): ImagesModel {
  /** In order of last use, oldest first. */
  const images = new Map<string, CachedImage>();

  function use(owner: ImageOwner, index: number, image: ImageRef): ImageUse {
    const key = keyOf(owner, index, replay.header.peek()?.generation);
    const cached = images.get(key) ?? begin(owner, index, image);
    images.delete(key);
    images.set(key, cached);
    cached.users += 1;
    let released = false;
    return {
      state: cached.state,
      release() {
        if (!released) {
          released = true;
          cached.users -= 1;
          if (cached.users === 0 && cached.state.peek().state === 'waiting') {
            cached.reading.abort();
            images.delete(key);
          }
          dropOldest();
        }
      },
    };
  }

  function begin(owner: ImageOwner, index: number, image: ImageRef): CachedImage {
    const state = signal<ImageState>({ state: 'waiting' });
    const reading = new AbortController();
    const refusal = refusalOf(image);
    if (refusal === undefined) {
      void read(owner, index, reading.signal).then((next) => {
        if (next !== undefined) {
          state.value = next;
        }
      });
    } else {
      state.value = { state: 'not', why: refusal };
    }
    return { state, bytes: image.size, reading, users: 0 };
  }

  async function read(
    owner: ImageOwner,
    index: number,
    abort: AbortSignal,
  ): Promise<ImageState | undefined> {
    try {
      const { endpoint } = replay;
      const image =
        'rowId' in owner
          ? await endpoint.request('image/read', { rowId: owner.rowId, index }, abort)
          : await endpoint.request('messageImage/read', { message: owner.message, index }, abort);
      return image === undefined
        ? { state: 'not', why: t('This image is no longer in the log.') }
        : drawable(image);
    } catch (fault) {
      if (fault instanceof AbortError) {
        return undefined;
      }
      reportFault(replay.endpoint, fault);
      return { state: 'not', why: t('This image could not be read.') };
    }
  }

  function dropOldest(): void {
    const spare = [...images].filter(([, { users }]) => users === 0);
    let bytes = spare.reduce((sum, [, cached]) => sum + cached.bytes, 0);
    let count = spare.length;
    for (const [key, cached] of spare) {
      if (bytes <= spareBytes && count <= spareImages) {
        return;
      }
      bytes -= cached.bytes;
      count -= 1;
      images.delete(key);
      const state = cached.state.peek();
      if (state.state === 'here') {
        URL.revokeObjectURL(state.url);
      }
    }
  }

  return { use, enlarged: signal(undefined) };
}

function keyOf(owner: ImageOwner, index: number, generation = 0): string {
  const place = 'rowId' in owner ? owner.rowId : `message/${owner.message}`;
  return `${generation} ${place} ${index}`;
}

/** Why an image is not even requested. */
function refusalOf({ mimeType, size }: ImageRef): string | undefined {
  if (imageTypeOf(mimeType) === undefined) {
    return t('Images of this type are not shown.');
  }
  return size > mostImageBytes ? tooLarge() : undefined;
}

const tooLarge = () =>
  t('The image is too large to show. The limit is {0}.', formatBytes(mostImageBytes));

function drawable({ mimeType, data }: ImageData): ImageState {
  const bytes = bytesOfBase64(data);
  const check = bytes && checkImage(mimeType, bytes);
  if (bytes === undefined || check === undefined) {
    return { state: 'not', why: t('The image data cannot be read.') };
  }
  if (check.ok) {
    const url = URL.createObjectURL(new Blob([bytes], { type: check.type }));
    return { state: 'here', url, size: check.size };
  }
  switch (check.reason) {
    case 'type':
      return { state: 'not', why: t('Images of this type are not shown.') };
    case 'bytes':
      return { state: 'not', why: t('The image data does not match its type.') };
    case 'tooLarge':
      return { state: 'not', why: tooLarge() };
  }
}
