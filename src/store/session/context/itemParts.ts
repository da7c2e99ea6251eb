import type { ContextItem } from '#core/conversation/contextWalk.ts';
import type { EntryTable } from '#core/conversation/entryTable.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import type { ContextSource } from '#protocol/pages/context.ts';
import { firstRowOfLine, rowOfEvent } from '../rowPlace.ts';

/** A part of an item of the context. */
export interface ItemPart {
  readonly source: ContextSource;
  readonly chars: number;
  /** Number of the row that shows it; undefined if none does. */
  readonly row: number | undefined;
}

const none: readonly never[] = [];

/**
 * Tells what the items of a context are, and which rows show them: by their sizes, and by the calls that begin
 * and end on their lines. 4 bytes a row and a line while it is used.
 */
export class ItemParts {
  /** Of a line, the first row that ends there; of a row, the next one; both plus 1. */
  readonly #ending: Uint32Array;
  readonly #next: Uint32Array;
  readonly #table: EntryTable;

  constructor(private readonly index: LogIndex) {
    const { rows, facts } = index.transcript;
    this.#table = index.conversation.history.table;
    this.#ending = new Uint32Array(index.lines.length + 2);
    this.#next = new Uint32Array(rows.length);
    for (let row = rows.length - 1; row >= 0; row -= 1) {
      if (facts.tool(row) !== undefined) {
        const line = rows.endLine(row) || rows.line(row);
        this.#next[row] = this.#ending[line] ?? 0;
        this.#ending[line] = row + 1;
      }
    }
  }

  /** @param chars of it, which edits may change. */
  of(about: ContextItem, chars: number): readonly ItemPart[] {
    if (chars === 0) {
      return none;
    }
    switch (about.type) {
      case 'compaction': {
        const row = rowOfEvent(this.index.transcript.rows, about);
        return [{ source: 'summaries', chars, row }];
      }
      case 'told': {
        const source = ({ file: 'files', instructions: 'instructions', note: 'notes' } as const)[
          about.about
        ];
        return [{ source, chars, row: this.#rowOn(about.line, isSaid) }];
      }
      case 'entry':
        return this.#ofEntry(about.entry, about.line, chars);
    }
  }

  #ofEntry(entry: number, line: number, now: number): readonly ItemPart[] {
    const table = this.#table;
    const { chars: said } = table.size(entry);
    const { calls, results, images } = table.parts(entry);
    // What an edit left of it is as before.
    const share = said === 0 ? 0 : now / said;
    const texts = (said - calls - results - images) * share;
    const row = this.#rowOn(line, isSaid);
    const parts: ItemPart[] = [];
    if (said === 0 || texts > 0) {
      parts.push({ source: sourceOf[table.voice(entry)], chars: said === 0 ? now : texts, row });
    }
    if (calls > 0) {
      parts.push({ source: 'calls', chars: calls * share, row: this.#rowOn(line, isCall) ?? row });
    }
    if (images > 0) {
      parts.push({ source: 'images', chars: images * share, row });
    }
    return results === 0 ? parts : [...parts, ...this.#resultsOn(line, results * share)];
  }

  /** Results, by the calls that end on their line: of several, each has its share by their sizes. */
  #resultsOn(line: number, chars: number): readonly ItemPart[] {
    const { facts } = this.index.transcript;
    const rows: number[] = [];
    for (let row = this.#ending[line] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) {
      rows.push(row - 1);
    }
    if (rows.length === 0) {
      return [{ source: 'output', chars, row: this.#rowOn(line, isSaid) }];
    }
    const sizes = rows.map((row) => facts.get(row).size + 1);
    const sum = sizes.reduce((all, size) => all + size, 0);
    return rows.map((row, at) => ({
      source: facts.tool(row) === 'read' ? 'files' : 'output',
      chars: (chars * (sizes[at] ?? 0)) / sum,
      row,
    }));
  }

  /** The first such row that begins on a line. */
  #rowOn(line: number, isWanted: (kind: RowKind) => boolean): number | undefined {
    const { rows } = this.index.transcript;
    for (let row = firstRowOfLine(rows, line); rows.line(row) === line; row += 1) {
      const kind = rows.kind(row);
      if (kind !== undefined && isWanted(kind)) {
        return row;
      }
    }
    return undefined;
  }
}

const calls: ReadonlySet<RowKind> = new Set(['tool', 'shell', 'plan', 'diff']);

function isCall(kind: RowKind): boolean {
  return calls.has(kind);
}

function isSaid(kind: RowKind): boolean {
  return !isCall(kind) && kind !== 'thinking' && kind !== 'problem';
}

const sourceOf = {
  prompt: 'prompts',
  answer: 'answers',
  instructions: 'instructions',
  summary: 'summaries',
  note: 'notes',
} as const;
