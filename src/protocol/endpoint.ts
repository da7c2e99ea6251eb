import type { Contract, Port } from './contract.ts';

/**
 * One end of a conversation between two contexts that share no memory. `Local` is what this end
 * answers, `Remote` what it may ask of the other. A handler that throws becomes a failed reply, a
 * caller that aborts stops the handler, and an end that goes away fails what is still open: nobody
 * waits for ever.
 */
export class Endpoint<Local extends Contract, Remote extends Contract> {
  readonly #port: Port;
  readonly #handlers: Handlers<Local>;
  readonly #onFault: (fault: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #running = new Map<number, AbortController>();
  #lastId = 0;
  #closed: string | undefined;

  /**
   * @param handlers one for every request and notice of `Local`; the compiler insists.
   * @param onFault gets what no caller can be told: a failed notice handler, a malformed message.
   */
  constructor(port: Port, handlers: Handlers<Local>, onFault: (fault: unknown) => void) {
    this.#port = port;
    this.#handlers = handlers;
    this.#onFault = onFault;
    port.listen((message) => {
      this.#receive(message);
    });
  }

  /**
   * Asks the other end and waits for its answer.
   * @throws RemoteError with the sentence of the other end; AbortError when `signal` fires.
   */
  request<Name extends RequestName<Remote>>(
    name: Name,
    params: Remote['requests'][Name]['params'],
    signal?: AbortSignal,
  ): Promise<Remote['requests'][Name]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) {
        reject(new RemoteError(this.#closed));
        return;
      }
      if (signal?.aborted) {
        reject(new AbortError());
        return;
      }
      const id = ++this.#lastId;
      const onAbort = () => {
        this.#waiting.delete(id);
        this.#port.post({ type: 'abort', id } satisfies Envelope);
        reject(new AbortError());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = () => {
        signal?.removeEventListener('abort', onAbort);
      };
      this.#waiting.set(id, {
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      this.#port.post({ type: 'request', id, name, body: params } satisfies Envelope);
    });
  }

  /** Tells the other end something; no answer is expected. */
  notify<Name extends NoticeName<Remote>>(name: Name, body: Remote['notices'][Name]): void {
    if (this.#closed === undefined) {
      this.#port.post({ type: 'notice', name, body } satisfies Envelope);
    }
  }

  /** Ends it from this side: open requests fail with `reason`, running handlers are aborted. */
  close(reason: string): void {
    if (this.#closed !== undefined) {
      return;
    }
    this.#closed = reason;
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new RemoteError(reason));
    }
    this.#waiting.clear();
    for (const controller of this.#running.values()) {
      controller.abort();
    }
    this.#running.clear();
  }

  #receive(message: unknown): void {
    if (this.#closed !== undefined) {
      return;
    }
    if (!isEnvelope(message)) {
      this.#onFault(new Error('A message of an unknown shape arrived.'));
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
        this.#running.get(message.id)?.abort();
        break;
      case 'reply': {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if ('error' in message) {
          waiting?.reject(new RemoteError(message.error));
        } else {
          waiting?.resolve(message.body);
        }
        break;
      }
    }
  }

  async #answer(envelope: { id: number; name: string; body: unknown }): Promise<void> {
    const { id, name, body } = envelope;
    const handler = Object.hasOwn(this.#handlers.requests, name)
      ? (this.#handlers.requests as UntypedHandlers)[name]
      : undefined;
    if (handler === undefined) {
      this.#port.post({ type: 'reply', id, error: `Nothing here answers ${name}.` });
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    let reply: Envelope;
    try {
      reply = { type: 'reply', id, body: await handler(body, controller.signal) };
    } catch (error) {
      reply = { type: 'reply', id, error: sentenceOf(error) };
      if (!controller.signal.aborted) {
        this.#onFault(error);
      }
    }
    // The caller gave up, or this end closed: nobody waits for the answer.
    if (!this.#running.delete(id) || controller.signal.aborted) {
      return;
    }
    try {
      this.#port.post(reply);
    } catch (error) {
      // An answer that cannot be cloned: the caller must still hear of it.
      this.#onFault(error);
      this.#port.post({ type: 'reply', id, error: sentenceOf(error) } satisfies Envelope);
    }
  }

  #take(envelope: { name: string; body: unknown }): void {
    const handler = Object.hasOwn(this.#handlers.notices, envelope.name)
      ? (this.#handlers.notices as UntypedHandlers)[envelope.name]
      : undefined;
    if (handler === undefined) {
      this.#onFault(new Error(`Nothing here takes ${envelope.name}.`));
      return;
    }
    Promise.resolve()
      .then(() => handler(envelope.body, neverAborted))
      .catch((error: unknown) => {
        this.#onFault(error);
      });
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
    ) => Local['requests'][Name]['result'] | Promise<Local['requests'][Name]['result']>;
  };
  readonly notices: {
    readonly [Name in keyof Local['notices']]: (
      body: Local['notices'][Name],
    ) => void | Promise<void>;
  };
}

type RequestName<C extends Contract> = keyof C['requests'] & string;
type NoticeName<C extends Contract> = keyof C['notices'] & string;
type UntypedHandlers = Record<string, (body: unknown, signal: AbortSignal) => unknown>;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Envelope =
  | { readonly type: 'request'; readonly id: number; readonly name: string; readonly body: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly body: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly error: string }
  | { readonly type: 'notice'; readonly name: string; readonly body: unknown }
  | { readonly type: 'abort'; readonly id: number };

/** Checked by hand: the page uses this class too and ships no zod. Bodies are their owners' matter. */
function isEnvelope(message: unknown): message is Envelope {
  if (typeof message !== 'object' || message === null) {
    return false;
  }
  const { type, id, name } = message as { type?: unknown; id?: unknown; name?: unknown };
  switch (type) {
    case 'request':
      return typeof id === 'number' && typeof name === 'string';
    case 'reply':
    case 'abort':
      return typeof id === 'number';
    case 'notice':
      return typeof name === 'string';
    default:
      return false;
  }
}

const neverAborted = new AbortController().signal;

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'It failed.';
}
