import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { IndexState } from '#protocol/worker.ts';
import type { SessionStore } from '../sessionStore.ts';

/** As often as a page can show progress; more would only cost the host's thread. */
const intervalMs = 100;

/**
 * Opens a session and emits its state, then again whenever its index advances or another log
 * replaces it. The session stays open until the signal fires.
 *
 * @throws UserError if it cannot be opened; the signal's reason.
 */
export async function streamIndex(
  store: SessionStore,
  path: string,
  signal: AbortSignal,
  emit: (state: IndexState) => Promise<void>,
): Promise<never> {
  const index = new EventEmitter();
  // Immediately, because the next request may open it again.
  signal.addEventListener('abort', () => {
    store.close(path);
  });
  store.open(path, () => {
    index.emit('progress');
  });
  for (;;) {
    const progress = once(index, 'progress', { signal });
    const emitted = emit(store.reader(path).state());
    const pause = emitted.then(() => setTimeout(intervalMs, undefined, { signal }));
    await Promise.all([progress, pause]);
  }
}
