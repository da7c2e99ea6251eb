import { grown } from '#base/grown.ts';
import { UndoLog } from '#base/undoLog.ts';
import type { EntryLink } from '../events/decodedLine.ts';

/** What answers one prompt, or a part of it that another program wrote on its own. */
interface Turn {
  readonly first: number;
  last: number;
  /** A later turn that follows its last entry; 0 if none does. */
  next: number;
  /** What its own program went on with after that; 0 if nothing. */
  rest: number;
}

/**
 * The turns of a log whose entries follow each other turn by turn: one of a turn comes after all of it,
 * whichever of its entries it names, since results of parallel calls follow their calls, and the next
 * entry one of them.
 */
export class EntryTurns {
  /** Turn by line: its number in `#turns`, from 1; 0 for none. */
  #turnOf = new Uint32Array(0);
  readonly #turns: (Turn | undefined)[] = [undefined];
  readonly #undo = new UndoLog();

  /**
   * Adds an entry to its turn.
   *
   * @param named the line of the entry that it names, or of the last one; 0 for none.
   * @returns the line that it follows; undefined if it is no entry itself.
   */
  place(line: number, kind: NonNullable<EntryLink['turn']>, named: number): number | undefined {
    let number = this.#turnOf[named] ?? 0;
    if (kind === 'passes') {
      this.#put(line, number);
      return undefined;
    }
    let turn = this.#turns[number];
    if (turn === undefined) {
      this.#start(line);
      return named;
    }
    if (kind === 'starts') {
      const parent = named === turn.first ? named : turn.last;
      const next = this.#start(line);
      if (parent === turn.last) {
        this.#set(turn, 'next', next);
      }
      return parent;
    }
    if (kind === 'continues') {
      number = this.#lastAfter(number);
      turn = this.#turns[number] ?? turn;
    }
    while (turn.next !== 0) {
      number = turn.rest;
      const rest = this.#turns[number];
      if (rest === undefined) {
        this.#set(turn, 'rest', this.#start(line));
        return turn.last;
      }
      turn = rest;
    }
    const { last } = turn;
    const joined = turn;
    joined.last = line;
    this.#undo.add(() => {
      joined.last = last;
    });
    this.#put(line, number);
    return last;
  }

  /** Adds an entry that starts over from wherever it follows; nothing in logs without turns. */
  add(line: number): void {
    if (this.#turns.length > 1) {
      this.#start(line);
    }
  }

  /** Saves this state: `rewind` can return to the last one saved. */
  mark(): void {
    this.#undo.mark();
  }

  rewind(): void {
    this.#undo.rewind();
  }

  #start(line: number): number {
    const number = this.#turns.push({ first: line, last: line, next: 0, rest: 0 }) - 1;
    this.#undo.add(() => this.#turns.pop());
    this.#put(line, number);
    return number;
  }

  /** The last of the turns that follow one. Those on the way remember it. */
  #lastAfter(number: number): number {
    let last = number;
    for (let next = number; next !== 0; next = this.#turns[next]?.next ?? 0) {
      last = next;
    }
    for (let at = number; at !== last;) {
      const turn = this.#turns[at];
      at = turn?.next ?? last;
      if (turn !== undefined) {
        this.#set(turn, 'next', last);
      }
    }
    return last;
  }

  #set(turn: Turn, field: 'next' | 'rest', value: number): void {
    const before = turn[field];
    turn[field] = value;
    this.#undo.add(() => {
      turn[field] = before;
    });
  }

  #put(line: number, number: number): void {
    if (line >= this.#turnOf.length) {
      if (number === 0) {
        return;
      }
      this.#turnOf = grown(this.#turnOf, Math.max(1024, line * 2));
    }
    this.#turnOf[line] = number;
  }
}
