import type { Problem, Source } from '#core/events/decodedLine.ts';
import type { Words } from '#core/events/phrase.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { jsonText } from './jsonText.ts';

const excerptLength = 120;
const none: readonly Problem[] = [];

/** The problems of one line. The same finding is listed once, however often the line repeats it. */
export class LineProblems {
  /** By what they say. Nearly all lines have none. */
  #found: Map<string, Problem> | undefined;

  constructor(readonly source: Source) {}

  get all(): readonly Problem[] {
    return this.#found === undefined ? none : [...this.#found.values()];
  }

  /** @param where the format's name for the object that holds `key`; empty for the line itself. */
  wrongType(where: string, key: string, value: unknown, cost: 'lost' | 'odd'): void {
    const name = where === '' ? key : `${where}.${key}`;
    this.add(cost, { code: 'unexpectedValue', field: name, ...kindOf(value) }, value);
  }

  add(severity: Problem['severity'], message: Words, value?: unknown): void {
    this.#found ??= new Map();
    const key = JSON.stringify(message);
    if (!this.#found.has(key)) {
      const excerpt = severity === 'lost' ? oneLine(jsonText(value), excerptLength) : '';
      this.#found.set(key, {
        code: 'wrongType',
        severity,
        source: this.source,
        message,
        excerpt,
      });
    }
  }
}

function kindOf(value: unknown) {
  switch (typeof value) {
    case 'string':
      return value.length <= 40
        ? ({ type: 'text', value: oneLine(value, 40) } as const)
        : ({ type: 'longText', value: '' } as const);
    case 'number':
    case 'boolean':
      return {
        type: typeof value === 'number' ? 'number' : 'boolean',
        value: String(value),
      } as const;
    default:
      return { type: Array.isArray(value) ? 'list' : 'object', value: '' } as const;
  }
}
