import type { Problem } from '#core/problem.ts';
import type { Source } from '#core/source.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { jsonText } from './jsonText.ts';

const excerptLength = 120;
const none: readonly Problem[] = [];

/** The problems of one line. The same finding is listed once, however often the line repeats it. */
export class LineProblems {
  readonly #source: Source;
  /** By message. Nearly all lines have none. */
  #found: Map<string, Problem> | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  get all(): readonly Problem[] {
    return this.#found === undefined ? none : [...this.#found.values()];
  }

  /** @param where what the format calls the object that holds `key`. */
  wrongType(where: string, key: string, value: unknown, cost: 'lost' | 'odd'): void {
    this.add(
      cost,
      `“${key}” of ${where} is not what the format says, but ${typeName(value)}.`,
      value,
    );
  }

  add(severity: Problem['severity'], message: string, value?: unknown): void {
    this.#found ??= new Map();
    if (!this.#found.has(message)) {
      const excerpt = severity === 'lost' ? oneLine(jsonText(value), excerptLength) : '';
      this.#found.set(message, {
        code: 'wrongType',
        severity,
        source: this.#source,
        message,
        excerpt,
      });
    }
  }
}

function typeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length <= 40 ? `the text “${oneLine(value, 40)}”` : 'a text';
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    default:
      return Array.isArray(value) ? 'a list' : 'an object';
  }
}
