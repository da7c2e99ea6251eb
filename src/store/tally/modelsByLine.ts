import { firstPlace } from '#base/binarySearch.ts';
import { modelName } from '#core/prices/modelNames.ts';

/** Foreign text may name any number of models: what comes after that is unknown. */
const mostModels = 50;

/** Which model a log's lines are of, as far as some of them name one; by its number in a list of names. */
export class ModelsByLine {
  /** The first stands for none. */
  readonly #numbers = new Map([['', 0]]);
  /** `until` is the last line that names it before another is named. */
  readonly #changes: { readonly line: number; until: number; readonly model: number }[] = [];

  get names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(line: number, named: unknown): void {
    const name = modelName(named);
    const model = this.#numbers.get(name) ?? this.#numbers.size;
    if (name === '' || model > mostModels) {
      return;
    }
    this.#numbers.set(name, model);
    const last = this.#changes.at(-1);
    if (last?.model === model) {
      last.until = line;
    } else {
      this.#changes.push({ line, until: line, model });
    }
  }

  /** The last that was named up to a line. */
  numberAt(line: number): number {
    return this.#changes[this.#placeAfter(line) - 1]?.model ?? 0;
  }

  /** The one that answers what is said in a line: the next to be named, if any is. */
  numberAfter(line: number): number {
    const place = this.#placeAfter(line);
    const [last, next] = [this.#changes[place - 1], this.#changes[place]];
    return (last !== undefined && last.until >= line ? last : (next ?? last))?.model ?? 0;
  }

  #placeAfter(line: number): number {
    return firstPlace(0, this.#changes.length, (at) => (this.#changes[at]?.line ?? 0) > line);
  }
}
