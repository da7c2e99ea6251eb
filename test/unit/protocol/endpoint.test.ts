import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Port } from '#protocol/contract.ts';
import { AbortError, Endpoint, RemoteError, type Handlers } from '#protocol/endpoint.ts';

interface Server {
  requests: {
    double: { params: { n: number }; result: number };
    wait: { params: undefined; result: string };
    fail: { params: undefined; result: never };
  };
  notices: { hello: { name: string } };
}
interface Client {
  requests: Record<never, never>;
  notices: Record<never, never>;
}

/** Two ports that deliver to each other later, as real channels do. */
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

  it('fails what is open when it closes, and everything after', async () => {
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

  it('reports what is no message and goes on', async () => {
    const { client, faults, send } = connect();
    for (const message of [null, 'text', 7, {}, { type: 'request' }, { type: 'reply', id: 'x' }]) {
      send(message);
    }
    send({ type: 'reply', id: 99, body: 'to nobody' });
    assert.equal(faults.length, 6);
    assert.equal(await client.request('double', { n: 1 }), 2);
  });
});
