import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextLimits } from '#core/text/longText.ts';
import { viewOf } from '#core/rows/views/viewOf.ts';
import { runs } from '../../../../support/full.ts';

describe('views of anything', () => {
  const names = [
    'read',
    'write',
    'edit',
    'grep',
    'web_fetch',
    'todo',
    'task',
    'call_mcp_tool',
    'a__b',
    'ask',
    'x',
  ];
  const keys = [
    'path',
    'content',
    'old',
    'new',
    'edits',
    'ops',
    'pattern',
    'url',
    'todos',
    'tasks',
    'server',
    'tool',
    'arguments',
    'questions',
    'options',
    '__proto__',
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.integer({ min: 100_000 }).map((id) => `s${id}`),
      fc.integer({ min: 100_000 }),
      fc.constantFrom(null, true, '1:aa|x\ny', 'a.ts:3:x', '[{"content":"a"}]'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 5 }),
    ),
  })).any;

  it('never fail, stay within the limits, and never lose an argument', () => {
    const limits: TextLimits = { chars: 40, lines: 4 };
    fc.assert(
      fc.property(fc.constantFrom(...names), value, value, (name, input, output) => {
        const made = viewOf({ name, input, output }, limits);
        if (made !== undefined && typeof input === 'object' && input !== null) {
          const drawn = JSON.stringify(made);
          for (const [key, member] of Object.entries(input)) {
            if (typeof member === 'string' && /^s\d+$/.test(member)) {
              assert.ok(drawn.includes(member), key);
            }
          }
        }
      }),
      { seed: 7, numRuns: runs(5_000) },
    );
  });
});
