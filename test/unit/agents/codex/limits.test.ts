import assert from 'node:assert/strict';
import { limitsIn } from '#agents/codex/limits.ts';

const limitsOf = (rate_limits: unknown) =>
  limitsIn({ timestamp: '2026-11-20T12:00:00Z', payload: { type: 'token_count', rate_limits } });

describe('the limits in a record of Codex', () => {
  it('are those of the account, in the words of each version', () => {
    assert.deepEqual(
      limitsOf({
        limit_id: 'codex',
        primary: { used_percent: 12.5, window_minutes: 300, resets_at: 1_795_183_200 },
        secondary: { used_percent: 80, window_minutes: 10_080, resets_in_seconds: 60 },
      }),
      [
        { usedPercent: 12.5, window: 300, resetsAt: 1_795_183_200_000 },
        { usedPercent: 80, window: 10_080, resetsAt: Date.UTC(2026, 10, 20, 12, 1) },
      ],
    );
  });

  it('are none where nothing is told, or nonsense', () => {
    for (const none of [null, {}, { primary: null }, { limit_id: 'other', primary: {} }]) {
      assert.deepEqual(limitsOf(none), []);
    }
    assert.deepEqual(
      limitsOf({ primary: { used_percent: -1 }, secondary: { used_percent: '9' } }),
      [],
    );
    assert.deepEqual(
      limitsOf({ primary: { used_percent: 3, window_minutes: 0, resets_at: 1e12 } }),
      [{ usedPercent: 3, window: undefined, resetsAt: undefined }],
    );
    assert.deepEqual(limitsIn({ type: 'session_meta', payload: {} }), []);
  });
});
