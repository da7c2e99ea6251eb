import { defined } from '#base/defined.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import type { Joint, LogParts, PartHistory } from '../contract/logParts.ts';
import { isUuid } from '../toolbox/sessionIds.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
// A date has 19 characters: to look for the ID behind any others takes long for thousands of names.
const rollout = new RegExp(
  `^rollout-(?:.{19}-|.*?)(${uuid})(?:_(${uuid}))?\\.jsonl(?:\\.zst)?$`,
  'i',
);

interface Rollout {
  readonly thread: string;
  readonly segment: string;
}

/** The thread of a rollout, and the segment if it is not the thread's first, by the file's name. */
export function threadIn(name: string): Rollout | undefined {
  const [, thread, segment = thread] = rollout.exec(name) ?? [];
  return thread === undefined || segment === undefined ? undefined : { thread, segment };
}

/** The type of the record that stands where one rollout goes on from another; none of Codex's own. */
export const jointType = 'history_joint';

/** Threads in several rollouts, and those whose history is another's. */
export const parts: LogParts = {
  partOf: (name) => {
    const found = threadIn(name);
    return found && { session: found.thread, part: found.segment, order: orderOf(found, name) };
  },
  historyOf: ({ type, payload }) =>
    type === 'session_meta' && isJsonObject(payload) ? historyOf(payload) : undefined,
  numberIn: (start) => {
    const [, number] =
      /^\{(?:"timestamp":\s*"[^"]*",\s*)?"ordinal":\s*(\d{1,15})\b/.exec(start) ?? [];
    return number === undefined ? undefined : Number(number);
  },
  sumMark: '"total_token_usage"',
  isTelling: ({ type, payload }) =>
    (type === 'response_item' || type === 'compacted') && isJsonObject(payload),
  jointOf: ({ after, others, missing, sum, next }: Joint) => ({
    type: jointType,
    payload: { ...defined({ after, others, missing }), ...baseOf(sum, next) },
  }),
};

/** Names have local times, which clocks and travel set back; the segment’s ID begins with its time. */
function orderOf({ thread, segment }: Rollout, name: string): string {
  return segment === thread ? '' : (timeIn(segment) ?? name) + name;
}

function historyOf(meta: JsonObject): PartHistory | undefined {
  const { id, history_base: base, forked_from_id: parent, source } = meta;
  const isHidden = isJsonObject(source) && 'subagent' in source;
  if (isJsonObject(base)) {
    const { thread_id: part, end_ordinal_exclusive: end, end_byte_offset: offset } = base;
    return typeof part === 'string' && isUuid(part) && isCount(end)
      ? {
          kind: 'base',
          part,
          end,
          offset: isCount(offset) ? offset : undefined,
          isHidden,
        }
      : undefined;
  }
  const from = parent ?? (isHidden ? meta.parent_thread_id : undefined);
  const start = meta.subagent_history_start_ordinal;
  return typeof from === 'string' && typeof id === 'string' && isUuid(from) && from !== id
    ? {
        kind: 'copy',
        part: from,
        end: isCount(start) ? start : undefined,
        isHidden,
        isHeader: ({ type }) => type === 'session_meta',
        isOwn: (record) => isOwnTurn(record, id),
        textOf,
      }
    : undefined;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** IDs of turns and threads are UUIDs of version 7, which begin with their time. */
function isOwnTurn({ payload }: JsonObject, thread: string): boolean | undefined {
  if (
    !isJsonObject(payload) ||
    (payload.type !== 'task_started' && payload.type !== 'turn_started')
  ) {
    return undefined;
  }
  const [turn, begun] = [timeIn(payload.turn_id), timeIn(thread)];
  return turn === undefined || begun === undefined ? undefined : turn >= begun;
}

function timeIn(id: unknown): string | undefined {
  return typeof id === 'string' &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)
    ? id.slice(0, 13).toLowerCase()
    : undefined;
}

/** Copies have new dates. States of the program are left out of them, or written again. */
function textOf({ type, payload }: JsonObject): string | undefined {
  return isJsonObject(payload) &&
    (type === 'response_item' ||
      (type === 'event_msg' && typeof payload.type === 'string' && copied.has(payload.type)))
    ? JSON.stringify(payload)
    : undefined;
}

const copied: ReadonlySet<string> = new Set(['user_message', 'agent_message', 'token_count']);

/** The sum at the joint: the last before it, or what the first after it is more than its own answer. */
function baseOf(sum: JsonObject | undefined, next: JsonObject | undefined): JsonObject {
  const before = infoIn(sum)?.total_token_usage;
  if (isJsonObject(before)) {
    return { total_token_usage: before };
  }
  const { total_token_usage: total, last_token_usage: last } = infoIn(next) ?? {};
  if (!isJsonObject(total) || !isJsonObject(last)) {
    return {};
  }
  const rest = Object.entries(total).flatMap(([key, value]) => {
    const own = last[key];
    return typeof value === 'number' && typeof own === 'number' ? [[key, value - own]] : [];
  });
  return { total_token_usage: Object.fromEntries(rest) as JsonObject };
}

function infoIn(record: JsonObject | undefined): JsonObject | undefined {
  const payload = record?.payload;
  return isJsonObject(payload) && isJsonObject(payload.info) ? payload.info : undefined;
}
