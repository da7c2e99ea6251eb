import assert from 'node:assert/strict';
import { SessionCounts, type SessionCount } from '#host/tree/sessionCounts.ts';
import { AbortError } from '#protocol/endpoint.ts';
import { session } from '../catalog/catalogSetUp.ts';
import { silentLog } from '../silentLog.ts';

const never = new Promise<void>(() => undefined);

describe('counting messages for tooltips', () => {
  const count = { messages: 3, problems: { lost: 0, odd: 1 } };
  /** What the worker was asked for, each to be answered by the test. */
  let asked: {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly answer: (count: SessionCount | Promise<never>) => void;
  }[];
  let counts: SessionCounts;

  beforeEach(() => {
    asked = [];
    const request = (_: string, { path }: { path: string }, signal: AbortSignal) =>
      new Promise((answer, fail) => {
        asked.push({ path, signal, answer });
        signal.addEventListener('abort', () => {
          fail(new AbortError());
        });
      });
    counts = new SessionCounts({ request } as never, silentLog);
  });

  it('gives the count, and does not count again what did not change', async () => {
    const one = session('a', 0);
    const first = counts.of(one, never, unexpected);
    asked[0]?.answer(count);
    assert.deepEqual(await first, count);
    assert.deepEqual(await counts.of(one, never, unexpected), count);
    assert.equal(asked.length, 1);
    void counts.of({ ...one }, never, unexpected);
    assert.equal(asked.length, 2, 'The log changed.');
  });

  it('goes on when nobody waits any longer, and tells when it is known', async () => {
    const one = session('a', 0);
    let tell: () => void = unexpected;
    const told = new Promise<void>((resolve) => (tell = resolve));
    assert.equal(await counts.of(one, Promise.resolve(), tell), undefined);
    const [request] = asked;
    assert.equal(request?.signal.aborted, false);
    request.answer(count);
    await told;
    assert.deepEqual(await counts.of(one, never, unexpected), count);
  });

  it('counts one log at a time', async () => {
    const late = await counts.of(session('a', 0), Promise.resolve(), unexpected);
    assert.equal(late, undefined);
    void counts.of(session('b', 0), never, unexpected);
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, false],
    );
  });

  it('says so where a log cannot be read', async () => {
    const result = counts.of(session('a', 0), never, unexpected);
    asked[0]?.answer(Promise.reject(new Error('gone')));
    assert.equal(await result, 'unknown');
  });
});

function unexpected(): void {
  assert.fail('It was known in time.');
}
