import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  placeOfLink,
  placeOfPath,
  placesIn,
  placesInTitle,
  type FilePlace,
} from '../../webview/kit/text/filePlace.ts';
import { runs } from '../support/full.ts';

describe('the files that a text names', () => {
  it('are found with their line and column', () => {
    for (const [text, path, line, column] of [
      ['cart.ts:12', 'cart.ts', 12],
      ['src/a.ts:12:5', 'src/a.ts', 12, 5],
      ['src/a.ts#L12-L20', 'src/a.ts', 12],
      ['/home/ada/shop/src/a.ts', '/home/ada/shop/src/a.ts'],
      ['C:\\shop\\src\\a.ts:3', 'C:\\shop\\src\\a.ts', 3],
      ['~/notes/today.md', '~/notes/today.md'],
      ['app/[id]/page.tsx:1-4', 'app/[id]/page.tsx', 1],
      ['src/größe.py', 'src/größe.py'],
      ['package.json', 'package.json'],
      ['.env', '.env'],
      ['docker/Dockerfile', 'docker/Dockerfile'],
      ['logs/server.log', 'logs/server.log'],
    ] as const) {
      const place = { path, ...(line && { line }), ...(column && { column }) };
      assert.deepEqual(found(text), [place], text);
      assert.deepEqual(found(`(see “${text}”, please.)`), [place], text);
    }
  });

  it('end where the sentence goes on', () => {
    assert.deepEqual(placesIn('In cart.ts: line 3 of src/b.ts.'), [
      'In ',
      { text: 'cart.ts', place: { path: 'cart.ts' } },
      ': line 3 of ',
      { text: 'src/b.ts', place: { path: 'src/b.ts' } },
      '.',
    ]);
  });

  it('are not calls, hosts, products, versions, addresses or ways out', () => {
    for (const text of [
      'foo.bar()',
      'res.json(body)',
      'console.log',
      'process.env',
      'Node.js and vue.js',
      'v1.2.3',
      'e.g. this, i.e. that, at 9 a.m.',
      'https://example.com/a.ts',
      'example.com/index.html',
      'ada@docs.rs',
      '../secret.ts',
      'src/../../secret.ts',
      '//server/share/a.ts',
      '\\\\server\\share\\a.ts',
      'file:///etc/a.ts',
      'a\u202ets.exe.ts',
      '1.5',
      '.ts',
      'and/or',
    ]) {
      assert.deepEqual(found(text), [], text);
    }
  });

  it('are the whole title if that is a path, whatever its name', () => {
    assert.deepEqual(foundIn(placesInTitle('/home/Ada L/My Shop/LICENSE')), [
      { path: '/home/Ada L/My Shop/LICENSE' },
    ]);
    assert.deepEqual(foundIn(placesInTitle('/review what is in src/a.ts')), [{ path: 'src/a.ts' }]);
    assert.deepEqual(foundIn(placesInTitle('total in src/a.ts')), [{ path: 'src/a.ts' }]);
    assert.deepEqual(foundIn(placesInTitle('/home/ada/a-very-long-…')), []);
  });

  it('are what a link leads to', () => {
    assert.deepEqual(placeOfLink('src/my%20shop/a.ts#L12'), undefined);
    assert.deepEqual(placeOfLink('src/a.ts#L12'), { path: 'src/a.ts', line: 12 });
    assert.deepEqual(placeOfLink('/home/ada/a%20b.ts'), { path: '/home/ada/a b.ts' });
    assert.deepEqual(placeOfLink('file:///home/ada/a.ts'), undefined);
    assert.deepEqual(placeOfLink('%E0%A4%A.ts'), undefined);
    assert.deepEqual(placeOfLink('command:a.ts'), undefined);
  });

  it('never lose a character, lead out, or take long, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '../',
        '..\\',
        '\\\\',
        '//',
        ':',
        ':12',
        '#L3',
        '.ts',
        'a',
        '/',
        ' ',
        '@',
        '~/',
      ),
      fc.constantFrom(
        '\0',
        '\u202e',
        '\u200b',
        '\n',
        '(',
        ')',
        '[',
        'C:\\',
        'https://',
        'file:///',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const parts = placesIn(text);
        assert.equal(
          parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
          text,
        );
        for (const { path } of foundIn(parts)) {
          assert.doesNotMatch(path, /[\p{Cc}\p{Cf}]|^[\\/]{2}|(?:^|[\\/])\.\.(?:[\\/]|$)|:\/\//u);
        }
      }),
      { numRuns: runs(1_000) },
    );
    const before = performance.now();
    for (const unit of ['a/', 'a.', './', 'a:1', '[', 'a.ts ', '::', '\\']) {
      placesIn(unit.repeat(50_000));
    }
    assert.ok(performance.now() - before < 5_000);
  });

  it('of a log may have any name that is safe', () => {
    assert.deepEqual(placeOfPath('my file'), { path: 'my file' });
    assert.equal(placeOfPath(''), undefined);
    assert.equal(placeOfPath('a/../../b'), undefined);
    assert.equal(placeOfPath('x'.repeat(5_000)), undefined);
    assert.deepEqual(placeOfPath('my file', 12), { path: 'my file', line: 12 });
    for (const none of [-3, 0, 10_000_001]) {
      assert.deepEqual(placeOfPath('my file', none), { path: 'my file' });
    }
  });
});

function found(text: string): readonly FilePlace[] {
  return foundIn(placesIn(text));
}

function foundIn(parts: ReturnType<typeof placesIn>): readonly FilePlace[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.place]));
}
