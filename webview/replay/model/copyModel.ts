import { computed, signal } from '@preact/signals';
import { later } from '../../kit/page/later.ts';

/** How long the page shows the check mark. */
const shownMs = 2_000;

/**
 * Copies text and briefly remembers what was copied.
 *
 * @param write rejects if copying failed; the host then informs the reader.
 */
export function createCopyModel(
  write: (text: string) => Promise<unknown>,
  pause: (run: () => void, ms: number) => unknown = later,
) {
  const copied = signal<string | undefined>(undefined);
  let latest = 0;
  /**
   * Lets the host copy what the page does not have.
   *
   * @param run rejects if copying failed.
   */
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
      pause(() => {
        if (own === latest) {
          copied.value = undefined;
        }
      }, shownMs);
    }
  }
  return {
    /** Name of the item copied a moment ago. */
    copied: computed(() => copied.value),
    /** @param name distinguishes this text from everything else on the page. */
    copy: (name: string, text: string) => copyBy(name, () => write(text)),
    copyBy,
  };
}
