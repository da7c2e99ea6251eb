import { mostRecords, type DocumentRecord } from '../contract/sources.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { isHeader } from './decode.ts';
import { settled } from './settled.ts';

/** A session as one document (until 2026): the header, with its messages in it. */
export function wholeSession(document: unknown): readonly DocumentRecord[] {
  if (!isJsonObject(document) || !isHeader(document)) {
    return [];
  }
  const { messages, ...header } = document;
  return recordsOf(header, listIn(messages), '/messages');
}

/** What `/chat save` writes: the history for the model, first as a list alone. */
export function savedChat(document: unknown): readonly DocumentRecord[] {
  const history = isJsonObject(document) ? document.history : document;
  const turns = listIn(history).flatMap((turn, place): readonly JsonObject[] =>
    isJsonObject(turn) && (turn.role === 'user' || turn.role === 'model')
      ? [
          {
            id: `turn ${place}`,
            type: turn.role === 'user' ? 'user' : 'gemini',
            content: turn.parts,
          },
        ]
      : [],
  );
  return turns.length === 0 ? [] : recordsOf(undefined, turns, '/history');
}

function recordsOf(
  header: JsonObject | undefined,
  messages: readonly unknown[],
  pointer: string,
): readonly DocumentRecord[] {
  const records = messages
    .slice(0, mostRecords + 1)
    .map((message) => (isJsonObject(message) ? message : { message }));
  const first = header === undefined ? [] : [{ pointer: '', value: header }];
  return [
    ...first,
    ...settled(records).map((value, place) => ({ pointer: `${pointer}/${place}`, value })),
  ];
}
