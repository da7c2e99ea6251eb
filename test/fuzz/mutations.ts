/** Seeded pseudorandom numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer from 0 to below `below` (mulberry32). */
  next(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.next(from.length)]!;
  }
}

/** Damages one line of a log; line feeds are neither present nor added. */
export function mutated(line: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let result = line;
  for (let count = 1 + random.next(3); count > 0; count -= 1) {
    result = random.pick(mutations)(result, random, others);
  }
  // Lines of many MB are covered by the growth tests.
  return withoutFeeds(result.subarray(0, 64 * 1024));
}

type Mutation = (line: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const mutations: readonly Mutation[] = [
  flipBytes,
  cutOut,
  repeatPart,
  insertToken,
  insertToken,
  joinAnother,
  tearOff,
  changeValue,
  changeValue,
  changeValue,
  renameKey,
];

function flipBytes(line: Buffer, random: Random): Buffer {
  const copy = Buffer.from(line);
  for (let count = 1 + random.next(4); count > 0 && copy.length > 0; count -= 1) {
    copy[random.next(copy.length)] = random.next(256);
  }
  return copy;
}

function cutOut(line: Buffer, random: Random): Buffer {
  const start = random.next(line.length + 1);
  return Buffer.concat([line.subarray(0, start), line.subarray(start + random.next(40))]);
}

function repeatPart(line: Buffer, random: Random): Buffer {
  const start = random.next(line.length + 1);
  const part = line.subarray(start, start + random.next(60));
  const parts = Array.from({ length: 1 + random.next(20) }, () => part);
  return Buffer.concat([line.subarray(0, start), ...parts, line.subarray(start)]);
}

const tokens = [
  ...['\0', '\0'.repeat(500), '\r', '\uFEFF', '\u202e', '\u2028', '"', '\\', '\\u0000', '\\ud800'],
  ...['{', '}', '[', ']', ',', ':', 'null', '-', '1e999', '</script>', '`'.repeat(50)],
  ...['{"a":'.repeat(600), '['.repeat(600), '\x1b[31m', '![a]('.repeat(30), '"__proto__":{},'],
].map((token) => Buffer.from(token));
const noUtf8 = [Buffer.of(0xff), Buffer.of(0xc3), Buffer.of(0xed, 0xa0, 0x80)];

function insertToken(line: Buffer, random: Random): Buffer {
  const place = random.next(line.length + 1);
  const token = random.pick([...tokens, ...noUtf8]);
  return Buffer.concat([line.subarray(0, place), token, line.subarray(place)]);
}

function joinAnother(line: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  return Buffer.concat([line, random.pick(others)]);
}

function tearOff(line: Buffer, random: Random): Buffer {
  return line.subarray(0, random.next(line.length + 1));
}

const hostile: readonly string[] = [
  ...['null', 'true', '0', '-1', '1e308', '9007199254740993', '""', '"x"', '[]', '{}', '[null]'],
  ...['"__proto__"', '"constructor"', '"toString"', '"\\u0000"', '"\\ud800"', '[[[[]]]]'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
  ...['"2026-13-45T99:99:99Z"', '"../../../etc/passwd"', `"${'w'.repeat(5_000)}"`],
];

/** Replaces one value of the line, at any depth. */
function changeValue(line: Buffer, random: Random): Buffer {
  const text = line.toString('latin1');
  const values = [
    ...text.matchAll(/:(?:"(?:[^"\\]|\\.){0,200}"|-?\d+(?:\.\d+)?|true|false|null|\{|\[)/g),
  ];
  const value = values[random.next(Math.max(1, values.length))];
  if (value === undefined) {
    return line;
  }
  const end = value.index + value[0].length;
  const isOpen = /[{[]$/.test(value[0]);
  // An unclosed object or list leaves hardly any valid JSON.
  const rest =
    isOpen && random.next(2) === 0 ? text.slice(closing(text, end - 1)) : text.slice(end);
  return Buffer.from(`${text.slice(0, value.index)}:${random.pick(hostile)}${rest}`, 'latin1');
}

/** Position after the matching bracket, ignoring strings. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const character = text.charAt(at);
    depth += '{['.includes(character) ? 1 : '}]'.includes(character) ? -1 : 0;
    if (depth === 0) {
      return at + 1;
    }
  }
  return text.length;
}

const keys = ['__proto__', 'constructor', 'prototype', 'kind', 'type', 'id', 'message', 'content'];

function renameKey(line: Buffer, random: Random): Buffer {
  const text = line.toString('latin1');
  const found = [...text.matchAll(/"[^"\\]{1,40}":/g)];
  const key = found[random.next(Math.max(1, found.length))];
  return key === undefined
    ? line
    : Buffer.from(
        `${text.slice(0, key.index)}"${random.pick(keys)}":${text.slice(key.index + key[0].length)}`,
        'latin1',
      );
}

function withoutFeeds(line: Buffer): Buffer {
  const copy = Buffer.from(line);
  for (let at = copy.indexOf(0x0a); at >= 0; at = copy.indexOf(0x0a, at + 1)) {
    copy[at] = 0x20;
  }
  return copy;
}
