import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonError } from '#core/jsonl/jsonError.ts';
import { runs } from '../../../support/full.ts';

describe('errors as JSON', () => {
  it('have their message where providers and tools put it', () => {
    const messages: Readonly<Record<string, string>> = {
      '{"error":{"type":"overloaded","message":"Try later."}}': 'Try later.',
      'API Error: 400 {"type":"error","error":{"message":"Bad."}}': 'API Error: 400 Bad.',
      '{"error":"no such file"}': 'no such file',
      '{"detail":[{"msg":"x","message":"Field required"}]}': 'Field required',
      '[{"message":"First"},{"message":"Second"}]': 'First',
      '{"message":"{\\"error\\":{\\"message\\":\\"Deep.\\"}}"}': 'Deep.',
    };
    for (const [text, message] of Object.entries(messages)) {
      assert.equal(jsonError(text)?.message, message, text);
    }
    const deep = `{"message":"Deep.","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    assert.equal(jsonError(deep)?.message, 'Deep.');
    assert.equal(jsonError('{"error":{"code":1}}'), undefined, 'without words');
    assert.deepEqual(JSON.parse(jsonError('{"message":"a","code":1}')?.json ?? ''), {
      message: 'a',
      code: 1,
    });
  });

  it('are told from words with brackets', () => {
    for (const text of ['', 'no {such} file', 'exit {1', '{', '[]', 'a [b]', '{"a":1}']) {
      assert.equal(jsonError(text), undefined, text);
    }
  });

  it('never fail', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"message"',
      '"error"',
      ':',
      ',',
      '"a"',
      '1',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const found = jsonError(parts.join(''));
        assert.notEqual(found?.message, '');
      }),
      { seed: 7, numRuns: runs(2_000) },
    );
    assert.equal(jsonError(`${'[{"error":'.repeat(5_000)}1${'}]'.repeat(5_000)}`), undefined);
  });
});
