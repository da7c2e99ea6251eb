import assert from 'node:assert/strict';
import { takeHoverOffer } from '#host/commands/hoverOffer.ts';

describe('the offer to say on hover who wrote a line', () => {
  const setUp = () => {
    const values = new Map<string, unknown>();
    return {
      get: (key: string) => values.get(key) as never,
      update: (key: string, to: unknown) => {
        values.set(key, to);
        return Promise.resolve();
      },
    };
  };

  it('is made once', () => {
    const memento = setUp();
    assert.deepEqual(
      [1, 2, 3].map(() => takeHoverOffer(memento, false)),
      [true, false, false],
    );
  });

  it('is not made where it is on, and then waits until it is off', () => {
    const memento = setUp();
    assert.equal(takeHoverOffer(memento, true), false);
    assert.equal(takeHoverOffer(memento, false), true);
  });
});
