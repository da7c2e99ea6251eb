/** Something its owner disposes of; `vscode.Disposable` has the same shape. */
export interface Disposable {
  dispose(): void;
}

/** Compatible with `vscode.Event`. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/**
 * Like `vscode.EventEmitter` but without `vscode`, so that classes using it can be tested in plain
 * Node. A listener that throws does not keep the event from the others.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (value: T) => unknown }>();

  constructor(private readonly onFault: (fault: unknown) => void) {}

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return {
      dispose: () => {
        this.#listeners.delete(entry);
      },
    };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener.call(value);
      } catch (fault) {
        this.onFault(fault);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
