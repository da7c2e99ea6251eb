import { t } from '#base/l10n.ts';
import type { Problem, Source } from '#core/events/decodedLine.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { jsonText } from './jsonText.ts';

const excerptLength = 120;
const none: readonly Problem[] = [];

/** The problems of one line. The same finding is listed once, however often the line repeats it. */
export class LineProblems {
  /** By message. Nearly all lines have none. */
  #found: Map<string, Problem> | undefined;

  constructor(readonly source: Source) {}

  get all(): readonly Problem[] {
    return this.#found === undefined ? none : [...this.#found.values()];
  }

  /** @param where the format's name for the object that holds `key`; empty for the line itself. */
  wrongType(where: string, key: string, value: unknown, cost: 'lost' | 'odd'): void {
    const name = where === '' ? key : `${where}.${key}`;
    this.add(cost, t('Unexpected value for “{0}”: {1}.', name, typeName(value)), value);
  }

  add(severity: Problem['severity'], message: string, value?: unknown): void {
    this.#found ??= new Map();
    if (!this.#found.has(message)) {
      const excerpt = severity === 'lost' ? oneLine(jsonText(value), excerptLength) : '';
      this.#found.set(message, {
        code: 'wrongType',
        severity,
        source: this.source,
        message,
        excerpt,
      });
    }
  }
}

function typeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length <= 40 ? t('text “{0}”', oneLine(value, 40)) : t('long text');
    case 'number':
      return t('number {0}', String(value));
    case 'boolean':
      return String(value);
    default:
      return Array.isArray(value) ? t('list') : t('object');
  }
}
