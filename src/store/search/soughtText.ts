import type { TextQuery } from '#core/search/textSearch.ts';
import { timedSearch } from './timedSearch.ts';
import { bytePattern } from './bytePattern.ts';
import { ByteSearch } from './byteSearch.ts';
import type { SoughtText } from '../sources/records/source.ts';

/**
 * What to look for in stored bytes before a session is read.
 *
 * @returns undefined if every session has to be read.
 * @throws FindRefused if the query is a regular expression that cannot be used.
 */
export function soughtText(query: TextQuery): SoughtText | undefined {
  const { required } = timedSearch(query);
  const pattern = required === undefined ? undefined : bytePattern(required, query.matchCase);
  if (pattern === undefined) {
    return undefined;
  }
  const search = new ByteSearch(pattern);
  const { room } = search;
  return {
    room,
    overlap: search.overlap,
    spellings: pattern.anchor,
    isIn: (length, areLines) => {
      search.begin(length);
      const next = (from: number) => (areLines ? search.next(from) : search.nextAnchor(from));
      let at = next(0);
      while (at !== undefined) {
        const end = blobEnd(room, at, length);
        if (end === undefined) {
          return true;
        }
        at = next(end);
      }
      return false;
    },
  };
}

/** So much of nothing but base64 is an image. */
const leastBlob = 4_096;

/** The end of an image’s bytes around a place; undefined if there are none. */
function blobEnd(bytes: Buffer, at: number, length: number): number | undefined {
  let end = at;
  while (end < length && isBase64[bytes[end] ?? 0] === 1) {
    end += 1;
  }
  let start = at;
  while (start > 0 && end - start < leastBlob && isBase64[bytes[start - 1] ?? 0] === 1) {
    start -= 1;
  }
  return end - start >= leastBlob ? end : undefined;
}

const isBase64 = new Uint8Array(256);
for (const byte of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=',
)) {
  isBase64[byte] = 1;
}
