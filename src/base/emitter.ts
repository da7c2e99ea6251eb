/** Something to be ended by its owner; `vscode.Disposable` has the same shape. */
export interface Disposable {
  dispose(): void;
}

/** Fits wherever `vscode.Event` is asked for. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/**
 * What `vscode.EventEmitter` does, without `vscode`, so that the classes that use it can be tested
 * in plain Node. A listener that throws does not keep the others from hearing.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (value: T) => unknown }>();
  readonly #onFault: (fault: unknown) => void;

  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

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
        this.#onFault(fault);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
