import type { Emit } from '#protocol/channel/contract.ts';
import type { MarkdownPart, MarkdownRow } from '#protocol/worker.ts';

/** Characters of a message to the host, which copies each of them. */
const partChars = 256 * 1024;

/** Collects Markdown into parts of a size that is worth a message. */
export class MarkdownParts {
  #texts: string[] = [];
  #rows: MarkdownRow[] = [];
  #waiting = 0;
  #chars = 0;
  #line = 0;

  constructor(
    private readonly emit: Emit<MarkdownPart>,
    head: string,
  ) {
    this.#append(head);
  }

  /** Characters so far. */
  get chars(): number {
    return this.#chars;
  }

  async add(text: string, row: Omit<MarkdownRow, 'line'>): Promise<void> {
    this.#rows.push({ ...row, line: this.#line });
    this.#append(text);
    if (this.#waiting >= partChars) {
      await this.flush();
    }
  }

  async flush(): Promise<void> {
    const part = { text: this.#texts.join(''), rows: this.#rows };
    this.#texts = [];
    this.#rows = [];
    this.#waiting = 0;
    await this.emit(part);
  }

  #append(text: string): void {
    this.#texts.push(text);
    this.#waiting += text.length;
    this.#chars += text.length;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#line += 1;
    }
  }
}
