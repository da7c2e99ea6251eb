import { wordsText } from '#core/events/phrase.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { previewOfTornLine } from '#agents/keen/adapter.ts';
import { runs } from '../../../support/full.ts';

const line = (content: string) =>
  JSON.stringify({ seq: 2, kind: 'user_message', user_message: { content } });

describe('The preview of a line that is too long', () => {
  it('is the message as far as the line goes', () => {
    assert.equal(
      previewOfTornLine(
        '{"seq":2,"kind":"user_message","user_message":{"content":"Fix the \\u003cA',
      ),
      'Fix the <A',
    );
    assert.equal(
      previewOfTornLine('{"kind":"user_message","seq":2,"payload":{"content":"RFC'),
      'RFC',
    );
    assert.equal(
      previewOfTornLine(
        ' { "seq" : 2 , "kind" : "user_message" , "user_message" : { "content" : "spaced',
      ),
      'spaced',
    );
    assert.equal(
      previewOfTornLine('{"Seq":2,"Kind":"user_message","User_Message":{"Content":"case'),
      'case',
    );
  });

  it('is the whole message where it ends in time', () => {
    assert.equal(
      previewOfTornLine(
        '{"seq":2,"kind":"user_message","user_message":{"content":"all \\"of\\" it"},"x":"',
      ),
      'all "of" it',
    );
    assert.equal(
      previewOfTornLine('{"seq":2,"kind":"user_message","user_message":{"content":""'),
      '',
    );
  });

  it('leaves out an escape or a character that was cut', () => {
    const start = '{"seq":2,"kind":"user_message","user_message":{"content":"';
    for (const cut of [
      '\\',
      '\\u',
      '\\u0',
      '\\u00e',
      '\\ud83d',
      '\\ud83d\\',
      '\\ud83d\\udc4',
      '\uFFFD',
      '\ud83d',
    ]) {
      assert.equal(previewOfTornLine(`${start}ab${cut}`), 'ab', JSON.stringify(cut));
    }
    assert.equal(previewOfTornLine(`${start}ab\\ud83d\\udc4d`), 'ab👍');
    assert.equal(previewOfTornLine(`${start}ab\\\\`), 'ab\\');
  });

  it('has a skill’s name as its title', () => {
    assert.deepEqual(previewOfTornLine(line('[Activate skill: notes]\n\n# Notes').slice(0, -8)), {
      code: 'skill',
      name: 'notes',
    });
  });

  it('is nothing for other lines', () => {
    for (const text of [
      '',
      '{"seq":1,"kind":"session_started","session_started":{"session_id":"x',
      '{"seq":3,"kind":"assistant_turn","assistant_turn":{"transcript":[{"kind":"user_message","user_message":{"content":"no',
      '{"seq":2,"kind":"user_message","user_message":{"content":["no',
      '{"seq":2,"kind":"user_message","user_message":{"content":"raw\nline end',
      '{"seq":2,"kind":"user_message","user_message":{"content":"\\x41',
    ]) {
      assert.equal(previewOfTornLine(text), undefined, text);
    }
  });

  it('is a prefix of the message wherever the line is cut, byte by byte', () => {
    const decoder = new TextDecoder('utf-8');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (content, cut) => {
        const bytes = new TextEncoder().encode(line(`${content}.`));
        const preview = previewOfTornLine(decoder.decode(bytes.subarray(0, cut % bytes.length)));
        assert.ok(preview === undefined || `${content}.`.startsWith(wordsText(preview)));
      }),
      { seed: 2, numRuns: runs(500) },
    );
  });
});
