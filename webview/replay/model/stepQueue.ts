import type { FoundSteps, Step } from '#protocol/page.ts';

/** With fewer steps ahead, more are asked for; at 32 times the speed, this is half a second. */
const fewSteps = 25;

/** The steps ahead of a playhead, asked for before they are due. */
export class StepQueue {
  #steps: readonly Step[] = [];
  #asking: Promise<void> | undefined;
  #isEnd = false;

  constructor(
    /** The row after which steps are asked for. */
    private from: string,
    private readonly ask: (rowId: string) => Promise<FoundSteps>,
  ) {}

  /** The next steps; none at the end. @throws what asking throws. */
  async ahead(): Promise<readonly Step[]> {
    if (this.#steps.length === 0) {
      // A session may have grown since its end was reported.
      await this.#more();
    } else if (this.#steps.length < fewSteps && !this.#isEnd) {
      // A failure is thrown when these steps are due.
      this.#more().catch(() => undefined);
    }
    return this.#steps;
  }

  /** Takes steps and returns the last of them. */
  take(count: number): Step | undefined {
    const step = this.#steps[count - 1];
    this.#steps = this.#steps.slice(count);
    return step;
  }

  #more(): Promise<void> {
    this.#asking ??= this.ask(this.from)
      .then(({ steps, isEnd }) => {
        this.#steps = [...this.#steps, ...steps];
        this.from = steps.at(-1)?.rowId ?? this.from;
        this.#isEnd = isEnd;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}
