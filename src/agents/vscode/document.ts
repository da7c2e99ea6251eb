import { chatMetadataKey } from '#core/chat/chatMetadata.ts';
import type { DocumentRecord } from '../contract/sources.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { isText } from './answerText.ts';
import { ModelSide } from './modelSide.ts';

/**
 * A chat as records: its header, and for each request the prompt, the parts of the answer and how it
 * ended. Parts of one text are one record. What belongs together but lies apart in the document, such
 * as a tool's card and what the model got of it, is one record, too; added keys begin with `$`.
 */
export function* recordsOf(document: unknown): Generator<DocumentRecord> {
  if (!isChat(document)) {
    return;
  }
  const all = listIn(document.requests);
  const [first] = all;
  const header = {
    // Without the start of its log, it is as old as its first request.
    ...(isJsonObject(first) && document.$hasNoStart === true
      ? { creationDate: first.timestamp }
      : {}),
    ...document,
    ...{ requests: [], inputState: undefined, pendingRequests: undefined },
  };
  yield { pointer: '', value: isMirror(all) ? { ...header, $isMirror: true } : header };
  const copies = copiesIn(document, all);
  let model: unknown;
  for (const [place, request] of all.entries()) {
    const known = isJsonObject(request) ? request : { message: request };
    const isNewModel = typeof known.modelId === 'string' && known.modelId !== model;
    model = known.modelId ?? model;
    const isUndone = (known.shouldBeRemovedOnSend ?? undefined) !== undefined;
    const more = isUndone ? { $isUndone: true } : {};
    for (const { pointer, value } of requestRecords(known, isNewModel)) {
      const isLastCopy = place === copies - 1 && value.$end !== undefined;
      const copied = isLastCopy ? { $isLastCopy: true } : {};
      yield { pointer: `/requests/${place}${pointer}`, value: { ...value, ...more, ...copied } };
    }
  }
}

export function isChat(document: unknown): document is JsonObject {
  return isJsonObject(document) && (document.$hasNoStart === true || hasStart(document));
}

function hasStart(document: JsonObject): boolean {
  return (
    typeof document.sessionId === 'string' &&
    typeof document.creationDate === 'number' &&
    'responderUsername' in document
  );
}

function* requestRecords(request: JsonObject, isNewModel: boolean): Generator<DocumentRecord> {
  const { response, result, ...rest } = request;
  const model = isNewModel ? { $model: request.modelId } : {};
  yield { pointer: '', value: { $request: rest, ...model } };
  const parts = typeof response === 'string' ? [{ value: response }] : listIn(response);
  const modelSide = new ModelSide(result, parts);
  // An answer has no other date.
  const ended = isJsonObject(request.modelState) ? request.modelState.completedAt : undefined;
  const dateOf = (place: number) =>
    place === parts.length - 1 && ended !== undefined ? { $time: ended } : {};
  let run: JsonObject[] = [];
  for (const [place, item] of parts.entries()) {
    const part = isJsonObject(item) ? item : { part: item };
    if (isText(part)) {
      run.push(part);
      if (!isText(parts[place + 1])) {
        const start = place + 1 - run.length;
        const isAfterEdit = isEdit(parts[start - 1]) ? { $isAfterEdit: true } : {};
        yield {
          pointer: `/response/${start}`,
          value: { $text: run, ...isAfterEdit, ...dateOf(place) },
        };
        run = [];
      }
      continue;
    }
    const value = { $part: part, ...modelSide.of(part), ...dateOf(place) };
    yield { pointer: `/response/${place}`, value };
    yield* modelSide.summaryAfter(part);
  }
  yield* modelSide.summaryAfter(undefined);
  const { timestamp, modelState, isCanceled, promptTokens, completionTokens } = request;
  const end = { timestamp, modelState, isCanceled, promptTokens, completionTokens };
  yield { pointer: '/result', value: { $end: { ...end, result: modelSide.rest } } };
}

function isEdit(part: unknown): boolean {
  return isJsonObject(part) && (part.kind === 'textEditGroup' || part.kind === 'notebookEditGroup');
}

/**
 * Requests that a fork has from its parent: the first is dated as the chat itself, each next one a
 * millisecond later, and their answers were complete at once (`chatForkActions.ts`).
 */
function copiesIn({ creationDate }: JsonObject, requests: readonly unknown[]): number {
  const own = requests.findIndex(
    (request, place) =>
      !isJsonObject(request) ||
      typeof creationDate !== 'number' ||
      request.timestamp !== creationDate + place,
  );
  const copies = requests.slice(0, own < 0 ? requests.length : own);
  const isFork = copies.some(
    (copy) =>
      isJsonObject(copy) &&
      isJsonObject(copy.modelState) &&
      copy.modelState.completedAt === copy.timestamp,
  );
  return isFork ? copies.length : 0;
}

/** Every request is one to our participant that another log has. */
function isMirror(requests: readonly unknown[]): boolean {
  return (
    requests.length > 0 &&
    requests.filter(isJsonObject).every(({ agent, result }) => {
      const metadata = isJsonObject(result) && isJsonObject(result.metadata) ? result.metadata : {};
      const note = metadata[chatMetadataKey];
      const isOwn = isJsonObject(agent) && agent.id === participant;
      return isOwn && !(isJsonObject(note) && note.kind === 'answered' && note.recorded !== true);
    })
  );
}

/** As in package.json. */
const participant = 'session-browser.session';
