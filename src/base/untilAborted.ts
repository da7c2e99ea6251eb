/**
 * Waits for shared work until this caller no longer wants the result; the work continues for
 * others.
 *
 * @throws the signal's reason when aborted.
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
