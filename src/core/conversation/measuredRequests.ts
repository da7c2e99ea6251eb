import { firstPlace } from '#base/binarySearch.ts';

/** A request to a model, by the line that records it. */
interface Request {
  readonly line: number;
  readonly tokens: number;
}

/** Sizes of requests as providers counted them, in log order. */
export class MeasuredRequests {
  readonly #requests: Request[] = [];

  /** @param isCounted whether a line's request is one of those asked for. */
  constructor(private readonly isCounted: (line: number) => boolean) {}

  get length(): number {
    return this.#requests.length;
  }

  push(line: number, tokens: number): void {
    this.#requests.push({ line, tokens });
  }

  truncate(length: number): void {
    this.#requests.length = length;
  }

  /** Tokens of the last request up to `line` and after `start`. */
  last(line: number, start: number): number | undefined {
    const requests = this.#requests;
    let place = firstPlace(0, requests.length, (at) => (requests[at]?.line ?? 0) > line) - 1;
    for (; place >= 0; place -= 1) {
      const request = requests[place];
      if (request === undefined || request.line <= start) {
        return undefined;
      }
      if (this.isCounted(request.line)) {
        return request.tokens;
      }
    }
    return undefined;
  }

  get largest(): number {
    return this.#requests.reduce(
      (most, { line, tokens }) => (tokens > most && this.isCounted(line) ? tokens : most),
      0,
    );
  }
}
