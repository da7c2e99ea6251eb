import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineCursor } from '#agents/contract/lineCursor.ts';
import { oneLine } from '#core/text/oneLine.ts';

function cursorAt(line: string): LineCursor<Buffer> {
  const cursor = new LineCursor<Buffer>({
    copy: (bytes, start, end) => Buffer.from(bytes.subarray(start, end)),
    text: (bytes, start, end) => bytes.toString('latin1', start, end),
    room: (length) => Buffer.alloc(length),
    utf8: (bytes, start, end) => bytes.toString('utf8', start, end),
  });
  // Among other bytes, which are none of its business.
  const bytes = Buffer.from(`"}9${line}"}9`);
  cursor.enter(bytes, 3, bytes.length - 3);
  return cursor;
}

describe('The bytes of a line', () => {
  it('hold dates that are what the platform takes them for, or none', () => {
    const two = fc.integer({ min: 0, max: 62 }).map((number) => String(number).padStart(2, '0'));
    const date = fc
      .tuple(fc.constantFrom('2026', '1999', '0001', '1600'), two, two, two, two, two)
      .map(([year, month, day, ...time]) => `${year}-${month}-${day}T${time.join(':')}`);
    const zone = fc.constantFrom('Z', '.1Z', '.25Z', '.123456789Z', '.Z', '+02:00', '', 'z', '.5');
    let known = 0;
    fc.assert(
      fc.property(date, zone, (local, end) => {
        const text = local + end;
        const found = cursorAt(`${text}"`).date();
        if (found !== undefined) {
          known += 1;
          assert.equal(found, Date.parse(text), text);
        }
        const dashed = cursorAt(`${local.replaceAll(':', '-')}"`).dashedDate();
        if (dashed !== undefined) {
          assert.equal(dashed, Date.parse(`${local}Z`), local);
        }
      }),
      { seed: 3, numRuns: 20_000 },
    );
    assert.ok(known > 50, String(known));
    assert.equal(
      cursorAt('2026-08-31T23:59:59.5Z"').date(),
      Date.UTC(2026, 7, 31, 23, 59, 59, 500),
    );
    assert.equal(cursorAt('0001-01-01T00:00:00Z"').date(), undefined);
  });

  it('hold texts that a list shows as if they were parsed', () => {
    const unit = fc.constantFrom(
      ...['a', 'b', ' ', '\n', '\t', '"', '\\', '/', '<', 'é', '“', '日', '😀'],
      ...['\u0007', '\u200d', '\u00a0', '\ufffd', '\ud83d'],
    );
    const text = fc.oneof(
      fc.string({ unit, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"'), maxLength: 700 }),
    );
    let known = 0;
    fc.assert(
      fc.property(text, fc.boolean(), (shown, goStyle) => {
        const json = JSON.stringify(shown).slice(1);
        const written = goStyle ? json.replaceAll('<', '\\u003c') : json;
        const cursor = cursorAt(`${written}}}`);
        const preview = cursor.preview();
        if (preview !== undefined) {
          known += 1;
          assert.equal(oneLine(preview, 200), oneLine(shown, 200));
          assert.equal(!cursor.isCut, cursor.skip('}}') && cursor.isAtEnd);
        }
      }),
      { seed: 3, numRuns: 5_000 },
    );
    assert.ok(known > 1_000, String(known));
  });

  it('are numbers, strings and folders from either end', () => {
    const cursor = cursorAt(String.raw`{"a":"x\"y","f":"\/srv\/p","n":012,"m":34}}`);
    assert.ok(cursor.skip('{"a":"') && !cursor.skipString());
    assert.equal(cursor.string(), 'x"y');
    assert.ok(cursor.skip(',"f":"'));
    assert.equal(cursor.folder(), '/srv/p');
    assert.ok(cursor.skip(',"n":'));
    assert.ok(Number.isNaN(cursor.skipNumber()));
    assert.ok(cursor.take('}}') && !cursor.take('}}'));
    assert.equal(cursor.takeNumber(), 34);
    assert.ok(cursor.take(',"m":') && cursor.isAtEnd);
  });

  it('are the same folder again only as a whole', () => {
    const cursor = cursorAt('/srv/p"');
    assert.equal(cursor.folder(), '/srv/p');
    for (const other of ['/srv/pq', '/srv', '/srv/p']) {
      const bytes = Buffer.from(`${other}"`);
      cursor.enter(bytes, 0, bytes.length);
      assert.equal(cursor.folder(), other);
      assert.ok(cursor.isAtEnd);
    }
  });
});
