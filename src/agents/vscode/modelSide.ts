import type { DocumentRecord } from '../contract/sources.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';

/** What Copilot’s agent keeps of a request for the model: its calls, their results, a summary. */
export class ModelSide {
  /** The result without that. */
  readonly rest: unknown;
  /** Calls by the ID that their cards have. */
  readonly #calls: Map<string, JsonObject>;
  readonly #results: JsonObject;
  #summary: string | undefined;
  /** The last card that the summary takes the place of. */
  #lastCard: string | undefined;

  /** @param parts of the answer, with the calls’ cards. */
  constructor(result: unknown, parts: readonly unknown[]) {
    const known = isJsonObject(result) ? result : {};
    const metadata = isJsonObject(known.metadata) ? known.metadata : {};
    const { toolCallRounds, toolCallResults, summary, ...others } = metadata;
    this.rest = isJsonObject(result) ? { ...result, metadata: others } : result;
    this.#results = isJsonObject(toolCallResults) ? toolCallResults : {};
    const { text, toolCallRoundId } = isJsonObject(summary) ? summary : {};
    this.#summary = typeof text === 'string' ? text : undefined;
    const calls: JsonObject[] = [];
    let last: JsonObject | undefined;
    for (const round of listIn(toolCallRounds).filter(isJsonObject)) {
      const own = listIn(round.toolCalls).filter(isJsonObject);
      own.forEach((call) => calls.push(call));
      last = round.id === toolCallRoundId ? (own.at(-1) ?? last) : last;
    }
    this.#calls = paired(calls, parts);
    this.#lastCard = [...this.#calls].find(([, call]) => call === last)?.[0];
  }

  /** What is kept of a part’s call; of several parts of one call, the first has it. */
  of({ toolCallId: id }: JsonObject): JsonObject {
    const call = typeof id === 'string' ? this.#calls.get(id) : undefined;
    if (typeof id !== 'string' || call === undefined) {
      return {};
    }
    this.#calls.delete(id);
    const name = typeof call.id === 'string' ? call.id : '';
    const result = Object.hasOwn(this.#results, name) ? this.#results[name] : undefined;
    return result === undefined ? { $call: call } : { $call: call, $result: result };
  }

  /** @param part undefined for the end of the answer. */
  *summaryAfter(part: JsonObject | undefined): Generator<DocumentRecord> {
    const summary = this.#summary;
    const isHere = part === undefined || part.toolCallId === (this.#lastCard ?? '');
    if (summary !== undefined && isHere) {
      this.#summary = undefined;
      yield { pointer: '/result/metadata/summary', value: { $summary: summary } };
    }
  }
}

/**
 * The calls by the IDs of their cards. In 2025 the cards had IDs of their own: where no ID is that of a
 * call, their places tell, if there are as many, else the tools’ names in their order.
 */
function paired(calls: readonly JsonObject[], parts: readonly unknown[]): Map<string, JsonObject> {
  const byId = new Map<string, JsonObject>();
  for (const call of calls) {
    if (typeof call.id === 'string') {
      byId.set(call.id, call);
    }
  }
  const cards = new Map<string, string>();
  for (const part of calls.length === 0 ? [] : parts.filter(isJsonObject)) {
    const { kind, toolCallId: id, toolId, subAgentInvocationId: agent } = part;
    if (kind === 'toolInvocationSerialized' && typeof id === 'string') {
      if (byId.has(id)) {
        return byId;
      }
      if (agent === undefined && !cards.has(id)) {
        cards.set(id, plainName(toolId));
      }
    }
  }
  const byPlace = new Map<string, JsonObject>();
  let next = 0;
  for (const [id, name] of cards) {
    const place =
      cards.size === calls.length
        ? next
        : calls.findIndex((call, at) => at >= next && name !== '' && plainName(call.name) === name);
    const call = calls[place];
    if (call !== undefined) {
      byPlace.set(id, call);
      next = place + 1;
    }
  }
  return byPlace;
}

/** `copilot_readFile` and `read_file` are one tool. */
function plainName(name: unknown): string {
  return typeof name === 'string' ? name.replace(/^copilot_|_/g, '').toLowerCase() : '';
}
