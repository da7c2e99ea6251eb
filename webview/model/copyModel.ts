import { signal, type ReadonlySignal } from '@preact/signals';

/** How long the page shows that something was copied. */
const shownMs = 2_000;

/** Copies texts, and knows for a moment which one was copied. */
export interface CopyModel {
  /** Name of what was copied a moment ago. */
  readonly copied: ReadonlySignal<string | undefined>;
  /** @param name tells what is copied from everything else on the page. */
  copy(name: string, text: string): Promise<void>;
}

/** @param write rejects if the text could not be copied; the reader is then told by the host. */
export function createCopyModel(
  write: (text: string) => Promise<unknown>,
  later: (run: () => void) => void = afterAWhile,
): CopyModel {
  const copied = signal<string | undefined>(undefined);
  let latest = 0;
  return {
    copied,
    async copy(name, text) {
      latest += 1;
      const own = latest;
      // Cleared first: a screen reader says the same words again only if they are new.
      copied.value = undefined;
      const isWritten = await write(text).then(
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
    },
  };
}

function afterAWhile(run: () => void): void {
  setTimeout(run, shownMs);
}
