import assert from 'node:assert/strict';
import { dashedTime } from '#agents/fen/dashedTime.ts';

describe('a date of fen', () => {
  it('reads the same whatever was read before', () => {
    const dates: readonly [string, string | undefined][] = [
      ['2026-08-05T10-11-12', '2026-08-05T10:11:12.000Z'],
      ['2026-08-05T10-11-59', '2026-08-05T10:11:59.000Z'],
      ['2026-08-05T10-11-60', undefined],
      ['2026-08-05T10-11-5x', undefined],
      ['2026-08-05T10-11-00', '2026-08-05T10:11:00.000Z'],
      ['2026-08-05T10-12-01', '2026-08-05T10:12:01.000Z'],
      ['2026-08-05T10:12:01.5Z', '2026-08-05T10:12:01.500Z'],
      ['2026-08-05T10-12-02', '2026-08-05T10:12:02.000Z'],
      ['2026-13-05T10-12-02', undefined],
      ['2026-13-05T10-12-03', undefined],
      ['', undefined],
    ];
    const read = dates.map(([text]) => dashedTime(text));
    assert.deepEqual(
      read.map((ms) => (ms === undefined ? undefined : new Date(ms).toISOString())),
      dates.map(([, iso]) => iso),
    );
  });
});
