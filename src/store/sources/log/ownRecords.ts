import type { AgentAdapter, SourceLayout } from '#agents/contract/adapter.ts';
import type { DecodeRecord } from '#core/events/decodedLine.ts';

export interface LogPlace {
  readonly path: string;
  readonly layout: SourceLayout;
}

type Place = LogPlace & { readonly adapter: AgentAdapter };

/**
 * Decodes the records of a log in its order, but not those of other sessions that got into it: programs
 * that run at the same time write into each other's files. Copies come before the session's own records
 * and are told; their session may be named again, where the whole history is.
 */
export function ownDecode({ adapter: { decode, sessionIn }, layout, path }: Place): DecodeRecord {
  const ownId = layout.ownId?.(path.split(/[\\/]/));
  if (ownId === undefined || sessionIn === undefined) {
    return decode;
  }
  const copied = new Set<unknown>();
  let isOwnPart = false;
  return (record, source) => {
    const session = sessionIn(record);
    const isOwn = session === undefined || session === ownId;
    const line = decode(record, source);
    if (!isOwn && isOwnPart && !copied.has(session)) {
      return { ...line, isOther: true };
    }
    // A state of the program may come before the copies.
    const isSaid = line.link !== undefined && line.link.turn !== 'passes';
    if (isSaid && isOwn) {
      isOwnPart = session === ownId || isOwnPart;
    } else if (!isOwn) {
      copied.add(session);
    }
    return line;
  };
}

/** The same, with the models that the records name. */
export function modelDecode(place: Place): DecodeRecord {
  const decode = ownDecode(place);
  const { modelIn } = place.adapter;
  return modelIn === undefined
    ? decode
    : (record, source) => {
        const line = decode(record, source);
        const model = modelIn(record);
        return typeof model === 'string' && model !== '' ? { ...line, model } : line;
      };
}

/**
 * Decodes the records of a log in any order, but neither copies nor those of other sessions; undefined where
 * there are none.
 */
export function decodeOnlyOwn({ adapter, layout, path }: Place): DecodeRecord | undefined {
  const { decode, sessionIn } = adapter;
  const ownId = layout.ownId?.(path.split(/[\\/]/));
  return ownId === undefined || sessionIn === undefined
    ? undefined
    : (record, source) => {
        const line = decode(record, source);
        return (sessionIn(record) ?? ownId) === ownId ? line : { ...line, isOther: true };
      };
}
