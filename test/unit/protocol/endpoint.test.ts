import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Port } from '#protocol/channel/contract.ts';
import { AbortError, Endpoint, RemoteError, type Handlers } from '#protocol/channel/endpoint.ts';
import { runs } from '../../support/full.ts';

interface Server {
  requests: {
    double: { params: { n: number }; result: number };
    wait: { params: undefined; result: string };
    fail: { params: undefined; result: never };
    count: { params: { to: number }; part: number; result: string };
  };
  notices: { hello: { name: string } };
}
interface Client {
  requests: Record<never, never>;
  notices: Record<never, never>;
}

/** Two ports that deliver asynchronously, like real channels. */
function channel(): { left: Port; right: Port; send: (message: unknown) => void } {
  const listeners: { left?: (message: unknown) => void; right?: (message: unknown) => void } = {};
  const port = (own: 'left' | 'right', other: 'left' | 'right'): Port => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => listeners[other]?.(copy));
    },
    listen: (listener) => {
      listeners[own] = listener;
    },
  });
  return {
    left: port('left', 'right'),
    right: port('right', 'left'),
    send: (message) => listeners.right?.(message),
  };
}

function connect(overrides: Partial<Handlers<Server>['requests']> = {}) {
  const { left, right, send } = channel();
  const faults: unknown[] = [];
  const heard: string[] = [];
  const aborted: string[] = [];
  const client = new Endpoint<Client, Server>(left, { requests: {}, notices: {} }, (fault) =>
    faults.push(fault),
  );
  const server = new Endpoint<Server, Client>(
    right,
    {
      requests: {
        double: ({ n }) => n * 2,
        wait: (_params, signal) =>
          new Promise<string>((resolve) => {
            signal.addEventListener('abort', () => {
              aborted.push('wait');
              resolve('too late');
            });
          }),
        fail: () => {
          throw new Error('The file is gone.');
        },
        count: async ({ to }, _signal, emit) => {
          for (let n = 1; n <= to; n += 1) {
            await emit(n);
          }
          return 'counted';
        },
        ...overrides,
      },
      notices: {
        hello: ({ name }) => {
          if (name === '') {
            throw new Error('Nobody.');
          }
          heard.push(name);
        },
      },
    },
    (fault) => faults.push(fault),
  );
  return { client, server, faults, heard, aborted, send };
}

describe('An endpoint', () => {
  it('answers requests, several at once', async () => {
    const { client } = connect({ double: async ({ n }) => (await delay(n), n * 2) });
    assert.deepEqual(
      await Promise.all([5, 1, 3].map((n) => client.request('double', { n }))),
      [10, 2, 6],
    );
  });

  it('turns a thrown error into a failed reply and reports it', async () => {
    const { client, faults } = connect();
    await assert.rejects(client.request('fail', undefined), (error) => {
      assert.ok(error instanceof RemoteError);
      assert.equal(error.message, 'The file is gone.');
      return true;
    });
    assert.equal(faults.length, 1);
  });

  it('fails a request whose answer cannot cross', async () => {
    const { client, faults } = connect({ double: () => (() => 1) as unknown as number });
    await assert.rejects(client.request('double', { n: 1 }), /could not be cloned/);
    assert.equal(faults.length, 1);
  });

  it('fails requests that nothing answers, also by inherited names', async () => {
    const { client } = connect();
    for (const name of ['missing', 'toString', '__proto__', 'constructor']) {
      await assert.rejects(
        client.request(name as 'double', { n: 1 }),
        new RegExp(`Nothing here answers ${name}`),
      );
    }
  });

  it('stops the handler when the caller gives up, and drops its late answer', async () => {
    const { client, aborted, faults } = connect();
    const controller = new AbortController();
    const waiting = client.request('wait', undefined, controller.signal);
    await delay(1);
    controller.abort();
    await assert.rejects(waiting, AbortError);
    await delay(1);
    assert.deepEqual(aborted, ['wait']);
    assert.deepEqual(faults, []);
    assert.equal(await client.request('double', { n: 2 }), 4);
  });

  it('sends nothing for a caller that gave up before', async () => {
    const { client } = connect();
    await assert.rejects(client.request('wait', undefined, AbortSignal.abort()), AbortError);
  });

  it('fails pending requests when it closes, and all later ones', async () => {
    const { client, server, aborted } = connect();
    const waiting = client.request('wait', undefined);
    await delay(1);
    server.close('The worker ended.');
    client.close('The worker ended.');
    await assert.rejects(waiting, /The worker ended/);
    await assert.rejects(client.request('double', { n: 1 }), /The worker ended/);
    assert.deepEqual(aborted, ['wait']);
  });

  it('delivers notices in order and reports a handler that throws', async () => {
    const { client, heard, faults } = connect();
    client.notify('hello', { name: 'a' });
    client.notify('hello', { name: '' });
    client.notify('hello', { name: 'b' });
    await delay(1);
    assert.deepEqual(heard, ['a', 'b']);
    assert.equal(faults.length, 1);
  });

  it('reports invalid messages and continues', async () => {
    const { client, faults, send } = connect();
    for (const message of [null, 'text', 7, {}, { type: 'request' }, { type: 'reply', id: 'x' }]) {
      send(message);
    }
    send({ type: 'reply', id: 99, body: 'to nobody' });
    send({ type: 'part', id: 99, body: 'to nobody' });
    send({ type: 'taken', id: 99 });
    send({ type: 'abort', id: 99 });
    assert.equal(faults.length, 6);
    assert.equal(await client.request('double', { n: 1 }), 2);
  });

  it('gives the next part of an answer when the one before was taken, and the end after all', async () => {
    let taken = 0;
    const { client } = connect({
      count: async ({ to }, _signal, emit) => {
        for (let n = 1; n <= to; n += 1) {
          await emit(n);
          assert.equal(taken, n);
        }
        return 'counted';
      },
    });
    const parts: number[] = [];
    const end = await client.request('count', { to: 5 }, undefined, async (n) => {
      await delay(1);
      parts.push(n);
      taken += 1;
    });
    assert.deepEqual([parts, end], [[1, 2, 3, 4, 5], 'counted']);
  });

  it('takes parts that a handler gives at once one after the other', async () => {
    const { client } = connect({
      count: async ({ to }, _signal, emit) => {
        await Promise.all(Array.from({ length: to }, (_, index) => emit(index + 1)));
        return 'counted';
      },
    });
    const steps: string[] = [];
    await client.request('count', { to: 3 }, undefined, async (n) => {
      steps.push(`${n} comes`);
      await delay(1);
      steps.push(`${n} is taken`);
    });
    assert.deepEqual(
      steps,
      [1, 2, 3].flatMap((n) => [`${n} comes`, `${n} is taken`]),
    );
  });

  it('drops unwanted parts', async () => {
    const { client } = connect();
    assert.equal(await client.request('count', { to: 3 }), 'counted');
  });

  it('fails a request with a part that cannot cross', async () => {
    const { client, faults } = connect({
      count: async (_params, _signal, emit) => {
        await emit((() => 1) as unknown as number);
        return 'counted';
      },
    });
    await assert.rejects(client.request('count', { to: 1 }), /could not be cloned/);
    assert.equal(faults.length, 1);
  });

  it('takes no part after the answer', async () => {
    let late: (part: number) => Promise<void> = () => assert.fail();
    const { client } = connect({
      count: (_params, _signal, emit) => {
        late = emit;
        return 'counted';
      },
    });
    await client.request('count', { to: 1 });
    await assert.rejects(late(1), AbortError);
  });

  it('delivers parts in order, wherever it is cut, and leaves nobody waiting', async () => {
    const cuts = [
      'none',
      'abort',
      'receiver throws',
      'handler throws',
      'close',
      'dead end',
    ] as const;
    const cut = fc.record({ how: fc.constantFrom(...cuts), at: fc.integer({ min: 1, max: 6 }) });
    const pauses = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cut, pauses, async ({ how, at }, pauses) => {
        let unsettled = 0;
        const { client, server, faults } = connect({
          count: async ({ to }, _signal, emit) => {
            for (let n = 1; n <= to; n += 1) {
              if (how === 'handler throws' && n === at) {
                throw new Error('The file is gone.');
              }
              unsettled += 1;
              await emit(n).finally(() => {
                unsettled -= 1;
              });
            }
            return 'counted';
          },
        });
        const parts: number[] = [];
        const abort = new AbortController();
        const outcome = await client
          .request('count', { to: 6 }, abort.signal, async (n) => {
            parts.push(n);
            await delay(pauses[n - 1]);
            if (n === at) {
              if (how === 'abort') {
                abort.abort();
              } else if (how === 'receiver throws') {
                throw new Error('No more.');
              } else if (how === 'close') {
                client.close('The window is closed.');
                server.close('The window is closed.');
              } else if (how === 'dead end') {
                server.close('The thread ended.');
                client.close('The thread ended.');
              }
            }
          })
          .catch((error: unknown) => String(error));
        await delay(1);
        const ends = {
          none: 'counted',
          abort: 'AbortError: Cancelled.',
          'receiver throws': 'Error: No more.',
          'handler throws': 'RemoteError: The file is gone.',
          close: 'RemoteError: The window is closed.',
          'dead end': 'RemoteError: The thread ended.',
        };
        assert.equal(outcome, ends[how]);
        const last = how === 'none' ? 6 : how === 'handler throws' ? at - 1 : at;
        assert.deepEqual(
          parts,
          Array.from({ length: last }, (_, index) => index + 1),
        );
        assert.equal(unsettled, 0);
        assert.equal(faults.length, how === 'handler throws' ? 1 : 0);
      }),
      { seed: 20_261_122, numRuns: runs(100) },
    );
  });
});
