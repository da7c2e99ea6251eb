import assert from 'node:assert/strict';
import fc from 'fast-check';
import { leadingTags } from '#agents/toolbox/tags.ts';

describe('The tags with which a text begins', () => {
  it('end where they do, with others of their name within', () => {
    assert.deepEqual(
      leadingTags(' <a x="1 > 0"> one <a>two</a></a>\n<b>three</b> four <c>five</c>'),
      {
        tags: [
          { name: 'a', attributes: 'x="1 > 0"', inside: 'one <a>two</a>' },
          { name: 'b', attributes: '', inside: 'three' },
        ],
        rest: 'four <c>five</c>',
      },
    );
  });

  it('may hold nothing, and be of a namespace', () => {
    assert.deepEqual(leadingTags('<a/><b id="1" /><n:c>x</n:c> y'), {
      tags: [
        { name: 'a', attributes: '', inside: '' },
        { name: 'b', attributes: 'id="1"', inside: '' },
        { name: 'n:c', attributes: '', inside: 'x' },
      ],
      rest: 'y',
    });
  });

  it('are none where one does not end', () => {
    for (const text of ['', 'a', '<a>', '<a><a></a>', '<a', '<1></1>', '<ab></a>']) {
      assert.deepEqual(leadingTags(text), { tags: [], rest: text });
    }
  });

  it('take time that grows with the text', () => {
    for (const part of ['<a>', '<a></a>', '<a/>', '<a x="', '<a "', '</a>', '<a ']) {
      leadingTags(part.repeat(200_000));
    }
  });

  it('lose nothing of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<a>', '</a>', '<b x="y">', '</b>', 'word')),
        (parts) => {
          const text = parts.join('');
          const { tags, rest } = leadingTags(text);
          assert.ok(text.endsWith(rest));
          const length = tags.reduce(
            (sum, { name, attributes, inside }) =>
              sum +
              2 * name.length +
              '<></>'.length +
              inside.length +
              (attributes === '' ? 0 : attributes.length + 1),
            0,
          );
          assert.equal(length + rest.length, text.length);
        },
      ),
    );
  });
});
