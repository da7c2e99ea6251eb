import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { wellFormedJson } from '#core/text/wellFormed.ts';

/** Buffered before writing: single items would cost a system call each. */
const flushChars = 64 * 1024;

/**
 * Writes JSON to a stream, long arrays item by item: a session of any size needs no more memory
 * than its largest row. Waits while the reader at the other end is slow.
 */
export class JsonWriter {
  #pending = '';

  constructor(private readonly stream: Writable) {}

  async value(value: unknown): Promise<void> {
    await this.#write(`${wellFormedJson(JSON.stringify(value, null, 2))}\n`);
    await this.#flush();
  }

  /** One item a line. */
  async array(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
    await this.#items(items);
    await this.#write('\n');
    await this.#flush();
  }

  /** An object whose last member is a long array. */
  async objectWithArray(
    members: Readonly<Record<string, unknown>>,
    name: string,
    items: Iterable<unknown>,
  ): Promise<void> {
    const head = wellFormedJson(JSON.stringify(members)).slice(0, -1);
    await this.#write(`${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:`);
    await this.#items(items);
    await this.#write('}\n');
    await this.#flush();
  }

  async #items(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
    let separator = '[\n';
    for await (const item of items) {
      await this.#write(`${separator}${wellFormedJson(JSON.stringify(item))}`);
      separator = ',\n';
    }
    await this.#write(separator === '[\n' ? '[]' : '\n]');
  }

  async #write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= flushChars) {
      await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (!this.stream.write(text)) {
      await once(this.stream, 'drain');
    }
  }
}
