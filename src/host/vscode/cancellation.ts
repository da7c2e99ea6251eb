import type { CancellationToken } from 'vscode';

/** Hands a token's cancellation on to code that knows only `AbortSignal`. */
export function abortSignalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  } else {
    token.onCancellationRequested(() => {
      controller.abort();
    });
  }
  return controller.signal;
}
