/**
 * Waits for work that goes on for others, until nobody wants this answer any more.
 *
 * @throws the signal's reason when it was aborted.
 */
export async function untilAborted(
  work: Promise<void> | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (work === undefined || signal === undefined) {
    return work;
  }
  signal.throwIfAborted();
  const waiting = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const listen = { signal: waiting.signal };
    const abort = () => {
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, listen);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    waiting.abort();
  }
}
