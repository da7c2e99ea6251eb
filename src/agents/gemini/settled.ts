import { LineProblems } from '../toolbox/lineProblems.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { answeredIn } from './content.ts';
import { isMessage } from './decode.ts';
import { summaryIn } from './message.ts';

/**
 * What each line of a session comes to. A message is written anew whenever something is added to it,
 * and checkpoints repeat the history without what only the screen shows: each message is given once,
 * where it came first, with all that any line says of it. For `decode`, lines get keys of their own:
 *
 * - `$entry`, the line's name where it is no message, and `$follows`, where a way back leads to;
 * - `$isCompaction`, a checkpoint that leaves a summary;
 * - `$isGone`, a message that is not in the history any more though nobody went back behind it.
 */
export function settled(records: readonly JsonObject[]): readonly JsonObject[] {
  const session = new Settling();
  const lines = records.map((record, place) => session.take(record, `line ${place}`));
  return session.finish(lines);
}

/** What a line comes to can only be told when all are known. */
type Line = (repeats: ReadonlySet<string>) => JsonObject;

const nothing: JsonObject = { $set: {} };

class Settling {
  /** All that is known of each, in the order in which they came. */
  readonly #messages = new Map<string, JsonObject>();
  /** Messages of the history as it is now. */
  #history = new Set<string>();
  /** Names of the lines on the way to here; and of each message's line. */
  #path: string[] = [];
  readonly #lineOf = new Map<string, string>();
  /** Messages since the last compaction that nobody went back behind. */
  #recent = new Set<string>();

  /** @param name of the line. */
  take(record: JsonObject, name: string): Line {
    if (typeof record.$rewindTo === 'string') {
      return this.#rewind(record, record.$rewindTo, name);
    }
    if (isMessage(record)) {
      return this.#message(record, String(record.id));
    }
    const changes = isJsonObject(record.$set) ? record.$set : record;
    return Array.isArray(changes.messages)
      ? this.#checkpoint(record, changes.messages, name)
      : () => record;
  }

  finish(lines: readonly Line[]): readonly JsonObject[] {
    const repeats = this.#repeats();
    return lines.map((line) => line(repeats));
  }

  #rewind(record: JsonObject, target: string, name: string): Line {
    const ids = [...this.#history];
    const removed = ids.slice(Math.max(0, ids.indexOf(target)));
    for (const id of removed) {
      this.#history.delete(id);
      this.#recent.delete(id);
    }
    const line = this.#lineOf.get(removed[0] ?? '');
    const at = this.#path.lastIndexOf(line ?? '');
    // Of a checkpoint's messages, only the whole line can be followed.
    const keepsLine = line !== undefined && line !== removed[0] ? 1 : 0;
    this.#path = this.#path.slice(0, Math.max(0, at) + keepsLine);
    const follows = this.#path.at(-1);
    this.#path.push(name);
    const way = {
      ...record,
      $entry: name,
      ...(follows === undefined ? {} : { $follows: follows }),
    };
    return () => way;
  }

  #message(record: JsonObject, id: string): Line {
    const isKnown = this.#messages.has(id);
    this.#learn(id, record);
    this.#history.add(id);
    if (isKnown) {
      return () => nothing;
    }
    this.#lineOf.set(id, id);
    this.#path.push(id);
    this.#recent.add(id);
    return (repeats) => (repeats.has(id) ? { ...nothing, $entry: id } : this.#shown(id));
  }

  #checkpoint(record: JsonObject, list: readonly unknown[], name: string): Line {
    const messages = list.filter(isJsonObject).filter(isMessage);
    const ids = messages.map(({ id }) => String(id));
    const unknown = messages.filter(({ id }) => !this.#messages.has(String(id)));
    const fresh = unknown.map(({ id }) => String(id));
    const isCompaction = this.#messages.size > 0 && unknown.some(isSummary);
    messages.forEach((message, place) => {
      this.#learn(ids[place] ?? '', message);
    });
    this.#history = new Set(ids);
    if (fresh.length === 0) {
      return () => withMessages(record, []);
    }
    for (const id of fresh) {
      this.#lineOf.set(id, name);
    }
    this.#path.push(name);
    this.#recent = new Set(isCompaction ? [] : [...this.#recent, ...fresh]);
    return (repeats) => {
      const shown = (isCompaction ? ids : fresh).filter((id) => !repeats.has(id));
      const told = shown.map((id) => (isCompaction ? this.#messages.get(id) : this.#shown(id)));
      return {
        ...withMessages(record, told),
        $entry: name,
        ...(isCompaction ? { $isCompaction: true } : {}),
      };
    };
  }

  /** Adds what a line says of a message. What it lacks or has less of stays. */
  #learn(id: string, version: JsonObject): void {
    const known = this.#messages.get(id) ?? {};
    const added = Object.entries(version).filter(
      ([key, value]) =>
        (value ?? undefined) !== undefined && lengthOf(value) >= lengthOf(onlyShown(known, key)),
    );
    const { timestamp } = known;
    this.#messages.set(id, {
      ...known,
      ...Object.fromEntries(added),
      ...(timestamp === undefined ? {} : { timestamp }),
    });
  }

  #shown(id: string): JsonObject {
    const message = this.#messages.get(id) ?? {};
    return this.#recent.has(id) && !this.#history.has(id) ? { ...message, $isGone: true } : message;
  }

  /** Messages that only say again what tools answered. */
  #repeats(): ReadonlySet<string> {
    const answered = new Set<unknown>();
    for (const { toolCalls } of this.#messages.values()) {
      for (const call of listIn(toolCalls)) {
        if (isJsonObject(call) && (call.result ?? undefined) !== undefined) {
          answered.add(call.id);
        }
      }
    }
    const repeats = new Set<string>();
    for (const [id, { content }] of this.#messages) {
      const calls = answeredIn(content);
      if (calls?.every((call) => call !== '' && answered.has(call)) === true) {
        repeats.add(id);
      }
      calls?.forEach((call) => answered.add(call));
    }
    return repeats;
  }
}

/** A checkpoint, or a document on one line, with other messages. */
function withMessages(record: JsonObject, messages: readonly unknown[]): JsonObject {
  return isJsonObject(record.$set)
    ? { ...record, $set: { ...record.$set, messages } }
    : { ...record, messages };
}

/** Lists that a checkpoint after resuming has none of. */
function onlyShown(message: JsonObject, key: string): unknown {
  return key === 'toolCalls' || key === 'thoughts' ? message[key] : undefined;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Whoever decodes the line reports its problems. */
const nowhere = { line: 1, offset: 0, length: 0 };

function isSummary(message: JsonObject): boolean {
  return summaryIn(message, new LineProblems(nowhere)) !== undefined;
}
