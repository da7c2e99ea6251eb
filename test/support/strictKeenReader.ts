import { NotDecodable, parseStrict, type Json } from './strictJson.ts';

/**
 * Reads a transcript as Keen does, based only on its format's specification and Go's typing rules:
 * keys in any case, null as absent, unknown keys ignored, and one wrong type anywhere skips the
 * line. Shares no code with the extension.
 */
export interface StrictSession {
  readonly events: readonly StrictEvent[];
  /** Numbers, from 1, of lines Keen would skip; empty lines do not count. */
  readonly skipped: readonly number[];
  readonly id: string;
  readonly cwd: string;
  readonly lastUserMessage: string | undefined;
  readonly maxSeq: number;
  readonly conversation: readonly StrictMessage[];
}

export interface StrictEvent {
  readonly seq: number;
  readonly kind: string;
  readonly payload: Fields | undefined;
}

interface StrictMessage {
  readonly role: string;
  readonly content: string;
  readonly activity: readonly Fields[];
}

export type Fields = Readonly<Record<string, unknown>>;

type Type =
  | 'string'
  | 'bool'
  | 'uint64'
  | 'int'
  | 'time'
  | 'any'
  | 'map'
  | { readonly list: Type }
  | { readonly struct: Readonly<Record<string, Type>> };

const activity: Type = {
  struct: {
    text_offset: 'int',
    tool: 'string',
    input: 'map',
    status: 'string',
    exit_code: 'int',
    retained_output: 'any',
  },
};
const memory: Type = { struct: { tool_activity: { list: activity } } };
const toolStart = { name: 'string', input: 'map' } as const;
const item: Type = {
  struct: {
    kind: 'string',
    content: 'string',
    tool_start: { struct: toolStart },
    tool_end: {
      struct: { ...toolStart, output: 'any', error: 'string', duration_ns: 'int' },
    },
    bash: {
      struct: {
        command: 'string',
        summary: 'string',
        output: 'string',
        error: 'string',
        duration_ns: 'int',
      },
    },
    diff: {
      struct: {
        lines: {
          list: {
            struct: { Kind: 'int', OldLineNum: 'int', NewLineNum: 'int', Content: 'string' },
          },
        },
      },
    },
  },
};
const event: Type = {
  struct: {
    seq: 'uint64',
    kind: 'string',
    session_started: { struct: { session_id: 'string', created_at: 'time', cwd: 'string' } },
    user_message: { struct: { content: 'string' } },
    assistant_turn: {
      struct: {
        transcript: { list: item },
        message: 'string',
        turn_memory: memory,
        interrupted: 'bool',
        error: 'string',
      },
    },
    compaction_applied: {
      struct: {
        status: 'string',
        transcript: { list: item },
        messages: {
          list: { struct: { Role: 'string', Content: 'string', TurnMemory: memory } },
        },
      },
    },
  },
};

export function readKeenStrictly(bytes: Uint8Array): StrictSession {
  const events: StrictEvent[] = [];
  const skipped: number[] = [];
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\n')
    .forEach((line, index) => {
      // Go's TrimSpace removes U+0085 and the no-break space; JavaScript's only the latter.
      const text = line.replace(/^[\s\u0085]+|[\s\u0085]+$/g, '');
      if (text === '') {
        return;
      }
      try {
        const fields = (decode(parseStrict(text), event) ?? {}) as Fields;
        const kind = textIn(fields, 'kind');
        const payload = fields[kind] as Fields | undefined;
        events.push({ seq: Number(fields.seq ?? 0), kind, payload });
      } catch (error) {
        if (!(error instanceof NotDecodable)) {
          throw error;
        }
        skipped.push(index + 1);
      }
    });
  const start = events.findLast(({ kind }) => kind === 'session_started')?.payload;
  const last = events.findLast(({ kind }) => kind === 'user_message')?.payload;
  return {
    events,
    skipped,
    id: textIn(start, 'session_id'),
    cwd: textIn(start, 'cwd'),
    lastUserMessage: last && textIn(last, 'content'),
    maxSeq: Math.max(0, ...events.map(({ seq }) => seq)),
    conversation: conversationOf(events),
  };
}

function conversationOf(events: readonly StrictEvent[]): readonly StrictMessage[] {
  let messages: StrictMessage[] = [];
  for (const { kind, payload } of events) {
    if (payload === undefined) {
      continue;
    }
    if (kind === 'user_message') {
      messages.push({ role: 'user', content: textIn(payload, 'content'), activity: [] });
    } else if (kind === 'assistant_turn') {
      const content = textIn(payload, 'message');
      const calls = activityIn(payload.turn_memory);
      if (content !== '' || calls.length > 0) {
        messages.push({ role: 'assistant', content, activity: calls });
      }
    } else if (kind === 'compaction_applied') {
      messages = ((payload.messages ?? []) as readonly Fields[]).map((message) => ({
        role: textIn(message, 'Role'),
        content: textIn(message, 'Content'),
        activity: activityIn(message.TurnMemory),
      }));
    }
  }
  return messages;
}

function textIn(fields: Fields | undefined, key: string): string {
  return (fields?.[key] as string | undefined) ?? '';
}

function activityIn(value: unknown): readonly Fields[] {
  return ((value as Fields | undefined)?.tool_activity ?? []) as readonly Fields[];
}

/** Undefined stands for Go's zero value, which null leaves unchanged. */
function decode(json: Json, type: Type): unknown {
  if (json.type === 'null') {
    return type === 'any' ? null : undefined;
  }
  if (typeof type === 'object') {
    return 'list' in type
      ? expect(json, 'array').items.map((each) => decode(each, type.list))
      : struct(expect(json, 'object').members, type.struct);
  }
  switch (type) {
    case 'string':
      return expect(json, 'string').value;
    case 'bool':
      return expect(json, 'bool').value;
    case 'uint64':
      return integer(expect(json, 'number').text, 0n, 2n ** 64n - 1n);
    case 'int':
      return integer(expect(json, 'number').text, -(2n ** 63n), 2n ** 63n - 1n);
    case 'time':
      return time(expect(json, 'string').value);
    case 'map':
      return plain(expect(json, 'object'));
    case 'any':
      return plain(json);
  }
}

function struct(
  members: readonly (readonly [string, Json])[],
  types: Readonly<Record<string, Type>>,
): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, json] of members) {
    const name = Object.hasOwn(types, key)
      ? key
      : Object.keys(types).find((known) => known.toLowerCase() === key.toLowerCase());
    const type = name === undefined ? undefined : types[name];
    if (name !== undefined && type !== undefined) {
      fields[name] = decode(json, type) ?? fields[name];
    }
  }
  return fields;
}

function integer(text: string, min: bigint, max: bigint): number {
  const isWhole = min < 0n ? /^-?\d+$/.test(text) : /^\d+$/.test(text);
  if (!isWhole || BigInt(text) < min || BigInt(text) > max) {
    throw new NotDecodable(`${text} is no such integer`);
  }
  return Number(text);
}

function time(text: string): string {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/.exec(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zone = 0, zoneMinute = 0] =
    (parts ?? []).slice(1).map((part) => Number((part as string | undefined) ?? 0));
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const fits =
    month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
  if (parts === null || !fits || zone > 23 || zoneMinute > 59) {
    throw new NotDecodable(`${text} is no time`);
  }
  return text;
}

function plain(json: Json): unknown {
  switch (json.type) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return json.value;
    case 'number':
      if (!Number.isFinite(Number(json.text))) {
        throw new NotDecodable(`${json.text} does not fit`);
      }
      return Number(json.text);
    case 'array':
      return json.items.map(plain);
    case 'object':
      return Object.fromEntries(json.members.map(([key, value]) => [key, plain(value)]));
  }
}

function expect<T extends Json['type']>(json: Json, type: T): Extract<Json, { type: T }> {
  if (json.type !== type) {
    throw new NotDecodable(`a ${json.type} where a ${type} should be`);
  }
  return json as Extract<Json, { type: T }>;
}
