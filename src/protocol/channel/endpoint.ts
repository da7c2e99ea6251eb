import { t } from '#base/l10n.ts';
import type { Emit, Contract, PartOf, Port } from './contract.ts';
import { isEnvelope, type Envelope, type Part, type Reply, type Request } from './envelope.ts';

/**
 * One end of a conversation between two contexts that share no memory. `Local` is what this end
 * answers, `Remote` what it may ask of the other. A handler that throws becomes a failed reply, a
 * caller that aborts stops the handler, and an end that goes away fails what is still open, so
 * that nothing waits forever.
 *
 * A handler may send its answer in parts. The receiver acknowledges each part, and the handler
 * waits for that: messages arrive by the hundred in one turn of the event loop, so a receiver could
 * never yield unless it decides itself when the next part comes.
 */
export class Endpoint<Local extends Contract, Remote extends Contract> {
  readonly #waiting = new Map<number, Waiting>();
  readonly #running = new Map<number, Running>();
  #lastId = 0;
  #closed: string | undefined;

  /**
   * @param handlers one for every request and notice of `Local`; the compiler enforces it.
   * @param onFault receives what no caller can: a failed notice handler, a malformed message.
   */
  constructor(
    private readonly port: Port,
    private readonly handlers: Handlers<Local>,
    private readonly onFault: (fault: unknown) => void,
  ) {
    port.listen((message) => this.#receive(message));
  }

  /**
   * Sends a request to the other end and waits for its answer.
   *
   * @param onPart receives the parts of the answer in order, each after the previous call has
   *   settled. If it throws, the request ends.
   * @throws RemoteError with the sentence of the other end; AbortError when `signal` fires; what
   *   `onPart` throws.
   */
  request<Name extends RequestName<Remote>>(
    name: Name,
    params: Remote['requests'][Name]['params'],
    signal?: AbortSignal,
    onPart?: (part: PartOf<Remote, Name>) => void | Promise<void>,
  ): Promise<Remote['requests'][Name]['result']> {
    if (this.#closed !== undefined) {
      return Promise.reject(new RemoteError(this.#closed));
    }
    if (signal?.aborted) {
      return Promise.reject(new AbortError());
    }
    const id = ++this.#lastId;
    const onAbort = () => this.#giveUp(id, new AbortError());
    signal?.addEventListener('abort', onAbort, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      const take = onPart as Waiting['onPart'];
      this.#waiting.set(id, { resolve, reject, onPart: take, processed: Promise.resolve() });
      this.port.post({ type: 'request', id, name, body: params } satisfies Envelope);
    }).finally(() => {
      signal?.removeEventListener('abort', onAbort);
    });
  }

  /** Notifies the other end; no answer is expected. */
  notify<Name extends NoticeName<Remote>>(name: Name, body: Remote['notices'][Name]): void {
    if (this.#closed === undefined) {
      this.port.post({ type: 'notice', name, body } satisfies Envelope);
    }
  }

  /** Closes this end: open requests fail with `reason`, running handlers are aborted. */
  close(reason: string): void {
    if (this.#closed !== undefined) {
      return;
    }
    this.#closed = reason;
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new RemoteError(reason));
    }
    this.#waiting.clear();
    for (const id of this.#running.keys()) {
      this.#stop(id);
    }
  }

  #receive(message: unknown): void {
    if (this.#closed !== undefined) {
      return;
    }
    if (!isEnvelope(message)) {
      this.onFault(new Error('A message of an unknown shape arrived.'));
      return;
    }
    switch (message.type) {
      case 'request':
        void this.#answer(message);
        break;
      case 'notice':
        this.#take(message);
        break;
      case 'abort':
        this.#stop(message.id);
        break;
      case 'taken':
        this.#running.get(message.id)?.unacknowledged.shift()?.resolve();
        break;
      case 'part':
      case 'reply': {
        const waiting = this.#waiting.get(message.id);
        if (waiting !== undefined) {
          waiting.processed = waiting.processed.then(() => this.#hear(message));
        }
        break;
      }
    }
  }

  async #hear(message: Part | Reply): Promise<void> {
    const { id } = message;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      return;
    }
    if (message.type === 'part') {
      try {
        await waiting.onPart?.(message.body);
      } catch (error) {
        this.#giveUp(id, error);
      }
      if (this.#waiting.has(id)) {
        this.port.post({ type: 'taken', id } satisfies Envelope);
      }
      return;
    }
    this.#waiting.delete(id);
    if ('error' in message) {
      waiting.reject(new RemoteError(message.error));
    } else {
      waiting.resolve(message.body);
    }
  }

  #giveUp(id: number, error: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      this.#waiting.delete(id);
      this.port.post({ type: 'abort', id } satisfies Envelope);
      waiting.reject(error);
    }
  }

  async #answer({ id, name, body }: Request): Promise<void> {
    const handler = handlerIn(this.handlers.requests, name);
    if (handler === undefined) {
      this.port.post({ type: 'reply', id, error: `Nothing here answers ${name}.` });
      return;
    }
    const running: Running = { controller: new AbortController(), unacknowledged: [] };
    const { signal } = running.controller;
    this.#running.set(id, running);
    const emit = (part: unknown) =>
      new Promise<void>((resolve, reject) => {
        if (this.#running.get(id) !== running) {
          throw new AbortError();
        }
        this.port.post({ type: 'part', id, body: part } satisfies Envelope);
        running.unacknowledged.push({ resolve, reject });
      });
    let reply: Envelope;
    try {
      reply = { type: 'reply', id, body: await handler(body, signal, emit) };
    } catch (error) {
      reply = { type: 'reply', id, error: sentenceOf(error) };
      if (!signal.aborted) {
        this.onFault(error);
      }
    }
    // The caller gave up, or this end closed: the answer is not awaited.
    if (signal.aborted) {
      return;
    }
    this.#end(id);
    try {
      this.port.post(reply);
    } catch (error) {
      // An answer that cannot be cloned: the caller must still get a reply.
      this.onFault(error);
      this.port.post({ type: 'reply', id, error: sentenceOf(error) } satisfies Envelope);
    }
  }

  #stop(id: number): void {
    this.#running.get(id)?.controller.abort();
    this.#end(id);
  }

  #end(id: number): void {
    const unacknowledged = this.#running.get(id)?.unacknowledged ?? [];
    this.#running.delete(id);
    for (const { reject } of unacknowledged) {
      reject(new AbortError());
    }
  }

  #take(envelope: { name: string; body: unknown }): void {
    const handler = handlerIn(this.handlers.notices, envelope.name);
    if (handler === undefined) {
      this.onFault(new Error(`Nothing here takes ${envelope.name}.`));
      return;
    }
    Promise.resolve()
      .then(() => handler(envelope.body))
      .catch((error: unknown) => this.onFault(error));
  }
}

/** The other end answered with a failure; the message is its sentence. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** The caller gave up; never shown to a user. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('Cancelled.');
  }
}

export interface Handlers<Local extends Contract> {
  readonly requests: {
    readonly [Name in keyof Local['requests']]: (
      params: Local['requests'][Name]['params'],
      signal: AbortSignal,
      /**
       * Sends a part of the answer. Resolves when the caller has received it; rejects with
       * AbortError when no more is wanted.
       */
      emit: Emit<PartOf<Local, Name>>,
    ) => Answer<Local['requests'][Name]['result']>;
  };
  readonly notices: {
    readonly [Name in keyof Local['notices']]: (
      body: Local['notices'][Name],
    ) => void | Promise<void>;
  };
}

/** A request without a result may be answered by a function without one. */
type Answer<Result> =
  | Result
  | Promise<Result>
  | ([Result] extends [undefined] ? void | PromiseLike<void> : never);

type RequestName<C extends Contract> = keyof C['requests'] & string;
type NoticeName<C extends Contract> = keyof C['notices'] & string;

/** A request of ours that waits for its answer. */
interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onPart: ((part: unknown) => void | Promise<void>) | undefined;
  /** Settles when all parts so far are processed. */
  processed: Promise<void>;
}

/** A request from the other end in progress. */
interface Running {
  readonly controller: AbortController;
  /** Parts sent and not yet acknowledged. */
  readonly unacknowledged: { resolve(): void; reject(error: unknown): void }[];
}

function handlerIn(handlers: object, name: string) {
  return Object.hasOwn(handlers, name)
    ? (handlers as Record<string, (...args: readonly unknown[]) => unknown>)[name]
    : undefined;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? error.message
    : t('The operation failed.');
}
