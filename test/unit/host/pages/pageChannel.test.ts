import assert from 'node:assert/strict';
import { Emitter } from '#base/emitter.ts';
import { PageChannel } from '#host/pages/pageChannel.ts';
import type { Handlers } from '#protocol/channel/endpoint.ts';

interface Host {
  readonly requests: {
    readonly ready: { params: object; result: string };
    readonly search: { params: object; result: string; part: string };
  };
  readonly notices: Record<never, never>;
}
interface Page {
  readonly requests: Record<never, never>;
  readonly notices: Record<never, never>;
}

describe('the messages between a view and the page in it', () => {
  /** A search that finds one thing after the other until no more is wanted. */
  function channel() {
    const sent: { readonly type: string; readonly id: number; readonly body?: unknown }[] = [];
    const ended: string[] = [];
    const faults: unknown[] = [];
    const received = new Emitter<unknown>((fault) => faults.push(fault));
    const handlers: Handlers<Host> = {
      requests: {
        ready: () => 'hello',
        search: async (_, signal, emit) => {
          try {
            for (let at = 0; ; at += 1) {
              await emit(`hit ${at}`);
            }
          } finally {
            ended.push(signal.aborted ? 'aborted' : 'done');
          }
        },
      },
      notices: {},
    };
    const webview = {
      postMessage: (message: (typeof sent)[number]) => {
        sent.push(message);
        return Promise.resolve(true);
      },
      onDidReceiveMessage: received.event,
    };
    const page = new PageChannel<Host, Page>(webview as never, handlers, (fault) => {
      faults.push(fault);
    });
    const ask = async (name: string, id: number) => {
      received.fire({ type: 'request', id, name, body: {} });
      await new Promise(setImmediate);
    };
    return { page, ask, sent, ended, faults };
  }

  for (const end of ['hide', 'dispose'] as const) {
    it(`ends what the page asked for (${end})`, async () => {
      const { page, ask, sent, ended, faults } = channel();
      await ask('ready', 1);
      await ask('search', 2);
      assert.deepEqual(sent.at(-1), { type: 'part', id: 2, body: 'hit 0' });
      const before = sent.length;
      page[end]();
      await new Promise(setImmediate);
      assert.deepEqual([ended, faults, sent.length], [['aborted'], [], before]);
    });
  }

  it('answers the page that is shown next, and one that was only covered', async () => {
    const { page, ask, sent, ended } = channel();
    page.hide();
    await ask('ready', 1);
    await ask('search', 2);
    page.hide();
    await ask('search', 3);
    assert.deepEqual(sent.at(-1), { type: 'part', id: 3, body: 'hit 0' });
    await ask('ready', 1);
    assert.deepEqual(sent.at(-1), { type: 'reply', id: 1, body: 'hello' });
    assert.deepEqual(ended, ['aborted', 'aborted']);
  });
});
