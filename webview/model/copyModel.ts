import { signal, type ReadonlySignal } from '@preact/signals';

/** How long the page shows the check mark. */
const shownMs = 2_000;

/** Copies text and briefly remembers what was copied. */
export interface CopyModel {
  /** Name of the item copied a moment ago. */
  readonly copied: ReadonlySignal<string | undefined>;
  /** @param name distinguishes this text from everything else on the page. */
  copy(name: string, text: string): Promise<void>;
  /**
   * Lets the host copy what the page does not have.
   *
   * @param write rejects if copying failed.
   */
  copyBy(name: string, write: () => Promise<unknown>): Promise<void>;
}

/** @param write rejects if copying failed; the host then informs the reader. */
export function createCopyModel(
  write: (text: string) => Promise<unknown>,
  later: (run: () => void) => void = afterAWhile,
): CopyModel {
  const copied = signal<string | undefined>(undefined);
  let latest = 0;
  async function copyBy(name: string, run: () => Promise<unknown>): Promise<void> {
    latest += 1;
    const own = latest;
    // Cleared first, because a screen reader only repeats words that are new.
    copied.value = undefined;
    const isWritten = await run().then(
      () => true,
      () => false,
    );
    if (isWritten && own === latest) {
      copied.value = name;
      later(() => {
        if (own === latest) {
          copied.value = undefined;
        }
      });
    }
  }
  return {
    copied,
    copy: (name, text) => copyBy(name, () => write(text)),
    copyBy,
  };
}

function afterAWhile(run: () => void): void {
  setTimeout(run, shownMs);
}
