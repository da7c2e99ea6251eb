/**
 * JSON as Go's decoder sees it: numbers keep their spelling, because `1.0` is not an integer there,
 * and all members of an object are kept in order, because a repeated key is decoded again. Written
 * only for the tests; shares no code with the extension.
 */
export type Json =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'array'; readonly items: readonly Json[] }
  | { readonly type: 'object'; readonly members: readonly (readonly [string, Json])[] };

/** Thrown for anything that Go rejects. */
export class NotDecodable extends Error {}

/** Go's own limit. */
const maxDepth = 10_000;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plain = /[^"\\\u0000-\u001f]*/y;

export function parseStrict(text: string): Json {
  const scanner = new Scanner(text);
  const value = scanner.value(0);
  scanner.end();
  return value;
}

class Scanner {
  #at = 0;

  constructor(private readonly text: string) {}

  end(): void {
    this.#blanks();
    if (this.#at < this.text.length) {
      throw new NotDecodable('something follows the value');
    }
  }

  value(depth: number): Json {
    if (depth > maxDepth) {
      throw new NotDecodable('too deep');
    }
    this.#blanks();
    const first = this.text[this.#at];
    switch (first) {
      case '{':
        return { type: 'object', members: this.#members(depth) };
      case '[':
        return { type: 'array', items: this.#items(depth) };
      case '"':
        return { type: 'string', value: this.#string() };
      case 't':
        return this.#word('true', { type: 'bool', value: true });
      case 'f':
        return this.#word('false', { type: 'bool', value: false });
      case 'n':
        return this.#word('null', { type: 'null' });
      default:
        return { type: 'number', text: this.#match(number) };
    }
  }

  #members(depth: number): (readonly [string, Json])[] {
    const members: (readonly [string, Json])[] = [];
    this.#list('{', '}', () => {
      this.#blanks();
      const key = this.#string();
      this.#blanks();
      this.#take(':');
      members.push([key, this.value(depth + 1)]);
    });
    return members;
  }

  #items(depth: number): Json[] {
    const items: Json[] = [];
    this.#list('[', ']', () => items.push(this.value(depth + 1)));
    return items;
  }

  #list(open: string, close: string, item: () => void): void {
    this.#take(open);
    this.#blanks();
    if (this.text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      item();
      this.#blanks();
      if (this.text[this.#at] === close) {
        this.#at += 1;
        return;
      }
      this.#take(',');
    }
  }

  #string(): string {
    this.#take('"');
    let value = '';
    for (;;) {
      value += this.#match(plain);
      const next = this.text[this.#at];
      if (next === '"') {
        this.#at += 1;
        // An unpaired surrogate becomes U+FFFD.
        return value.replace(/\p{Surrogate}/gu, '\uFFFD');
      }
      if (next !== '\\') {
        throw new NotDecodable('a control character, or no end of a string');
      }
      value += this.#escape();
    }
  }

  #escape(): string {
    const kind = this.text[this.#at + 1] ?? '';
    if (kind === 'u') {
      const digits = this.text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
        throw new NotDecodable('a bad \\u escape');
      }
      this.#at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const found = escapes.get(kind);
    if (found === undefined) {
      throw new NotDecodable('a bad escape');
    }
    this.#at += 2;
    return found;
  }

  #word(word: string, value: Json): Json {
    if (!this.text.startsWith(word, this.#at)) {
      throw new NotDecodable('an unknown word');
    }
    this.#at += word.length;
    return value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) {
      throw new NotDecodable('no value');
    }
    this.#at += found.length;
    return found;
  }

  #take(character: string): void {
    if (this.text[this.#at] !== character) {
      throw new NotDecodable(`no ${character}`);
    }
    this.#at += 1;
  }

  #blanks(): void {
    while (/[ \t\n\r]/.test(this.text[this.#at] ?? '')) {
      this.#at += 1;
    }
  }
}

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
