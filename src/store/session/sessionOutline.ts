import type { IndexMark, LogIndex } from '#core/index/logIndex.ts';
import { Outline, type OutlinePart, type OutlineRow } from '#core/lens/outline.ts';

/** The outline of the shown branch, extended as rows are added. */
export class SessionOutline {
  #outline: Outline;
  #version: number;

  constructor(private readonly index: LogIndex) {
    this.#outline = this.#newOutline();
    this.#version = index.visible.version;
  }

  parts(): readonly OutlinePart[] {
    const { visible } = this.index;
    // Grows with every branch that appears, so it is asked first.
    const { length } = visible;
    if (this.#version !== visible.version) {
      this.#version = visible.version;
      this.#outline = this.#newOutline();
    }
    return this.#outline.parts(length);
  }

  /** The outline of some rows alone. @param places of the rows, in order. */
  partsOf(places: readonly number[]): readonly OutlinePart[] {
    return new Outline((at) => this.#rowAt(places[at]))
      .parts(places.length)
      .map((part) => ({ ...part, place: places[part.place] ?? 0 }));
  }

  /** Must be called before the index rewinds to a mark. */
  beforeRewind({ transcript: { rows, ended } }: IndexMark): void {
    // Calls that ended after the mark are open again.
    const first = ended.reduce((least, { row }) => Math.min(least, row), rows);
    this.#outline.cut(this.index.visible.placeOf(first));
  }

  #newOutline(): Outline {
    return new Outline((place) => this.#rowAt(place));
  }

  #rowAt(place = -1): OutlineRow | undefined {
    const { visible, transcript } = this.index;
    const row = visible.at(place);
    const kind = visible.kind(place);
    return row === undefined || kind === undefined
      ? undefined
      : {
          kind,
          state: visible.state(place),
          fact: row < 0 ? undefined : transcript.facts.get(row),
        };
  }
}
