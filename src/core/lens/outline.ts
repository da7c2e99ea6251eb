import { firstPlace } from '#base/binarySearch.ts';
import type { CallState, RowKind } from '../index/rowTable.ts';
import type { RowFact } from '../index/rowFacts.ts';

export type OutlineKind = 'prompt' | 'compaction' | 'fork' | 'branch' | 'plan';

/** A shown row, as far as the outline needs it. */
export interface OutlineRow {
  readonly kind: RowKind;
  readonly state: CallState;
  /** Undefined for a row that the log does not have: a branch point. */
  readonly fact: RowFact | undefined;
}

/** An entry of the outline. */
export interface OutlinePart {
  readonly kind: OutlineKind;
  /** Place of its row among the shown rows. */
  readonly place: number;
  /** What a prompt led to; a marker leads to nothing. */
  readonly led: PromptCounts;
}

/** What the agent did between a prompt and the next one. */
interface PromptCounts {
  /** Tool calls and shell commands, commands included. */
  readonly calls: number;
  readonly commands: number;
  /** Failed calls and errors. */
  readonly failures: number;
  /** Changed files, as the log spells them. */
  readonly files: ReadonlySet<string>;
  /** From the prompt to the end of what it led to, ms; undefined if it led to nothing that is dated. */
  readonly durationMs: number | undefined;
}

const kinds: Partial<Record<RowKind, OutlineKind>> = {
  user: 'prompt',
  compaction: 'compaction',
  fork: 'fork',
  branch: 'branch',
  plan: 'plan',
};

/**
 * A table of contents made of facts: the prompts, what each led to, and the compactions, forks and
 * branch points between them. Extended as rows are added; any split of the rows gives the same.
 */
export class Outline {
  #entries: OutlinePart[] = [];
  /** Calls without a result, which may still come. */
  #open: { readonly place: number; readonly counts: Counts }[] = [];
  /** What the current prompt leads to; undefined before the first. */
  #current: Counts | undefined;
  #length = 0;

  constructor(private readonly rowAt: (place: number) => OutlineRow | undefined) {}

  /** @param length number of rows shown now. */
  parts(length: number): readonly OutlinePart[] {
    this.#open = this.#open.filter(({ place, counts }) => {
      const row = this.rowAt(place);
      const isOpen = row?.state === 'unfinished';
      if (row !== undefined && !isOpen) {
        counts.end(row);
      }
      return isOpen;
    });
    for (; this.#length < length; this.#length += 1) {
      const row = this.rowAt(this.#length);
      if (row !== undefined) {
        this.#add(row, this.#length);
      }
    }
    return this.#entries;
  }

  /** Forgets the rows from a place on, and everything else that their prompt led to. */
  cut(place: number): void {
    if (place >= this.#length) {
      return;
    }
    let first = entryAt(this.#entries, place);
    while (first >= 0 && this.#entries[first]?.kind !== 'prompt') {
      first -= 1;
    }
    // The prompt itself is read again with the rest.
    const from = this.#entries[first]?.place ?? 0;
    this.#length = from;
    this.#entries = this.#entries.slice(0, Math.max(0, first));
    this.#open = this.#open.filter((call) => call.place < from);
    this.#current = undefined;
  }

  #add(row: OutlineRow, place: number): void {
    const kind = kinds[row.kind];
    if (kind === 'prompt') {
      this.#current = new Counts(row.fact?.time);
      this.#entries.push({ kind, place, led: this.#current });
    } else if (kind !== undefined) {
      this.#entries.push({ kind, place, led: new Counts(undefined) });
    } else if (this.#current !== undefined) {
      this.#current.add(row);
      if (row.state === 'unfinished') {
        this.#open.push({ place, counts: this.#current });
      }
    }
  }
}

/** Index of the entry that a row belongs to: the last one at or before its place; -1 if none. */
export function entryAt(parts: readonly OutlinePart[], place: number): number {
  return firstPlace(0, parts.length, (at) => (parts[at]?.place ?? Infinity) > place) - 1;
}

/** Changes of files, as far as tools make them; a diff always is one. */
const changing: readonly (string | undefined)[] = ['edit', 'write'];

class Counts implements PromptCounts {
  calls = 0;
  commands = 0;
  failures = 0;
  readonly files = new Set<string>();
  #ended: number | undefined;

  /** @param began epoch ms. */
  constructor(private readonly began: number | undefined) {}

  get durationMs(): number | undefined {
    return this.began === undefined || this.#ended === undefined
      ? undefined
      : this.#ended - this.began;
  }

  add(row: OutlineRow): void {
    if (row.kind === 'tool' || row.kind === 'shell') {
      this.calls += 1;
      this.commands += row.fact?.tool === 'shell' ? 1 : 0;
    } else if (row.kind === 'diff') {
      this.#change(row);
    } else if (row.kind === 'error') {
      this.failures += 1;
    }
    if (row.state !== 'unfinished') {
      this.end(row);
    }
    this.#last(row.fact?.time);
  }

  /** Counts what only the result of a call tells. */
  end(row: OutlineRow): void {
    const { state, fact } = row;
    if (state === 'failed') {
      this.failures += 1;
    } else if (
      state !== 'declined' &&
      (changing.includes(fact?.tool) || fact?.changes !== undefined)
    ) {
      this.#change(row);
    }
    if (fact?.time !== undefined) {
      this.#last(fact.time + (fact.durationMs ?? 0));
    }
  }

  #change({ fact }: OutlineRow): void {
    for (const { path } of fact?.changes ?? [{ path: fact?.path }]) {
      if (path !== undefined) {
        this.files.add(path);
      }
    }
  }

  #last(time: number | undefined): void {
    if (time !== undefined) {
      this.#ended = Math.max(this.#ended ?? time, time);
    }
  }
}

/** Paths within the session's folder count once, however the log spells them. */
export function fileCount(files: ReadonlySet<string>, folder: string | undefined): number {
  if (folder === undefined) {
    return files.size;
  }
  const inside = `${folder}/`;
  const names = [...files].map((file) =>
    file.startsWith(inside) ? file.slice(inside.length) : file.replace(/^\.\//, ''),
  );
  return new Set(names).size;
}
