import { wordsText } from '#core/events/phrase.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords, recordIn } from '#core/jsonl/readRecords.ts';
import { parsesOf } from '../../../support/countParses.ts';
import { runs } from '../../../support/full.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const source = { line: 1, offset: 0, length: 0 };

function split(pieces: readonly Uint8Array[]): { lines: RawLine[]; tail: RawLine | undefined } {
  const splitter = new LineSplitter();
  const lines = pieces.flatMap((piece) => splitter.push(piece));
  return { lines, tail: splitter.tail() };
}

describe('Lines of a log', () => {
  it('are found with their places', () => {
    const { lines, tail } = split([encode('ab\r\n\ncdé\nrest')]);
    assert.deepEqual(
      lines.map((line) => [decode(line.bytes), line.source, line.windowsEnd]),
      [
        ['ab', { line: 1, offset: 0, length: 2 }, true],
        ['', { line: 2, offset: 4, length: 0 }, false],
        ['cdé', { line: 3, offset: 5, length: 4 }, false],
      ],
    );
    assert.deepEqual(tail?.source, { line: 4, offset: 10, length: 4 });
  });

  it('are the same however the bytes arrive, and cover every byte', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) =>
      // Frequent line feeds.
      array.map((byte) => (byte % 5 === 0 ? 0x0a : byte % 7 === 0 ? 0x0d : byte)),
    );
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(200), { maxLength: 8 }), (all, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, index) => all.slice(places[index], end));
        const inPieces = split(pieces);
        assert.deepEqual(inPieces, split([all]));
        for (const line of [...inPieces.lines, ...(inPieces.tail ? [inPieces.tail] : [])]) {
          const { offset, length } = line.source;
          assert.deepEqual([...line.bytes], [...all.slice(offset, offset + length)]);
        }
      }),
      { seed: 11, numRuns: runs(1000) },
    );
  });

  it('are the same one by one, in memory that is used again', () => {
    const piece = fc.constantFrom(
      ...['{"a":1}\n', '{"a":"é"}\n', '\n', '\r\n', '{"a":2}\r\n', '\r', 'garbage\n', '👍\n'],
      ...['{"a":', '"x"}', '\0\n', '\uFEFF{"a":3}\n', '{"a":"\\é"}\n', ' \n', '[1]\n'],
    );
    // Lines next to NUL bytes are not decoded together with others.
    const chunks = fc.array(
      fc
        .tuple(fc.array(piece, { maxLength: 40 }), fc.nat(3))
        .map(([pieces, nuls]) =>
          encode(pieces.filter((text) => nuls === 0 || text !== '\0\n').join('')),
        ),
      { maxLength: 5 },
    );
    let decoded = 0;
    fc.assert(
      fc.property(chunks, fc.nat(3), (all, cut) => {
        const splitter = new LineSplitter();
        const lines: object[] = [];
        const room = new Uint8Array(2_000);
        for (const chunk of all) {
          // Occasionally within a character.
          const length = Math.max(0, chunk.length - cut);
          room.set(chunk.subarray(0, length));
          splitter.each(room.subarray(0, length), (line) => {
            const { bytes, source, windowsEnd, text } = line;
            const records = text === undefined ? undefined : recordIn(text);
            decoded += records === undefined ? 0 : 1;
            lines.push({ bytes: Uint8Array.from(bytes), source, windowsEnd });
            if (records !== undefined) {
              assert.deepEqual(readRecords(bytes, source), { records: [records], problems: [] });
            }
          });
          room.fill(0x0a);
        }
        const cutChunks = all.map((chunk) => chunk.subarray(0, Math.max(0, chunk.length - cut)));
        const whole = split(cutChunks);
        assert.deepEqual(
          lines,
          whole.lines.map((line) => ({ ...line, bytes: Uint8Array.from(line.bytes) })),
        );
        assert.deepEqual(splitter.tail(), whole.tail);
      }),
      { seed: 15, numRuns: runs(3_000) },
    );
    assert.ok(decoded > runs(1_000), `only ${decoded} lines were decoded with others`);
  });

  it('cost no memory for NUL bytes, however many a crash left', () => {
    const nuls = new Uint8Array(1024 * 1024 + 1);
    const count = 600;
    const skipped = count * nuls.length;
    for (const add of [
      (splitter: LineSplitter, chunk: Uint8Array) => splitter.push(chunk),
      (splitter: LineSplitter, chunk: Uint8Array) => {
        const lines: RawLine[] = [];
        splitter.each(chunk, (line) => lines.push({ ...line, bytes: line.bytes.slice() }));
        return lines;
      },
    ]) {
      const splitter = new LineSplitter();
      add(splitter, encode('{"a":1}\n'));
      for (let at = 0; at < count; at += 1) {
        assert.deepEqual(add(splitter, nuls), []);
      }
      assert.equal(splitter.tail(), undefined);
      const [line] = add(splitter, encode('{"a":2}\n{"a":3'));
      assert.equal(decode(line!.bytes), '\0{"a":2}');
      assert.deepEqual(line!.source, { line: 2, offset: 8 + skipped - 1, length: 8 });
      for (let at = 0; at < count; at += 1) {
        add(splitter, nuls);
      }
      assert.equal(splitter.tail()?.source.length, 6 + skipped);
      assert.ok((splitter.tail()?.bytes.length ?? 0) <= 6 + count);
      const [torn, next] = add(splitter, encode('\n{"a":4}\n'));
      assert.deepEqual([torn!.bytes.length, torn!.source.length], [0, 6 + skipped]);
      assert.deepEqual(
        readRecords(torn!.bytes, torn!.source).problems.map(({ code }) => code),
        ['tooLong'],
      );
      assert.deepEqual([decode(next!.bytes), next!.source.line], ['{"a":4}', 4]);
      assert.equal(next!.source.offset, 8 + skipped + 8 + 6 + skipped + 1);
    }
  });

  it('that are longer than any text are not kept', () => {
    const splitter = new LineSplitter({ line: 1, offset: 0 }, 100);
    for (let at = 0; at < 50; at += 1) {
      splitter.each(encode('{"aaaaaa":'), () => assert.fail());
      assert.ok((splitter.tail()?.bytes.length ?? 0) <= 100);
    }
    const lines: (readonly [number, number])[] = [];
    splitter.each(encode(`1}\r\n${'x'.repeat(101)}\n${'x'.repeat(100)}\nshort\n`), (line) => {
      lines.push([line.bytes.length, line.source.length]);
    });
    assert.deepEqual(lines, [
      [0, 503],
      [0, 101],
      [100, 100],
      [5, 5],
    ]);
  });

  it('that were asked for together stay as they were', () => {
    const splitter = new LineSplitter();
    splitter.each(encode('one'), () => assert.fail());
    const lines = [...splitter.push(encode(' two\n')), ...splitter.push(encode('three'))];
    splitter.each(encode(' four'), () => assert.fail());
    splitter.each(encode(' five\n'), ({ bytes }) => {
      assert.equal(decode(bytes), 'three four five');
    });
    splitter.each(encode('six'), () => assert.fail());
    splitter.release();
    splitter.each(encode(' seven'), () => assert.fail());
    assert.deepEqual(
      lines.map(({ bytes }) => decode(bytes)),
      ['one two'],
    );
    assert.equal(decode(splitter.tail()?.bytes ?? encode('')), 'six seven');
  });

  it('go on after a tail was looked at', () => {
    const splitter = new LineSplitter();
    splitter.push(encode('one\ntw'));
    assert.equal(decode(splitter.tail()?.bytes ?? encode('')), 'tw');
    assert.equal(decode(splitter.tail()?.bytes ?? encode('')), 'tw');
    const lines = splitter.push(encode('o\n'));
    assert.deepEqual(
      lines.map((line) => [decode(line.bytes), line.source.offset]),
      [['two', 4]],
    );
    assert.equal(splitter.tail(), undefined);
    assert.deepEqual(splitter.position, { line: 3, offset: 8 });
  });
});

describe('Records of a line', () => {
  const read = (text: string) => readRecords(encode(text), source);
  const codes = (text: string) => read(text).problems.map((problem) => problem.code);

  it('are its JSON object', () => {
    assert.deepEqual(read(' {"seq":1} '), { records: [{ seq: 1 }], problems: [] });
    assert.deepEqual(read(''), { records: [], problems: [] });
    assert.deepEqual(read('   '), { records: [], problems: [] });
  });

  it('are reported where the line is no object', () => {
    assert.deepEqual(codes('{"seq":1'), ['badJson']);
    assert.deepEqual(codes('[1]'), ['notAnObject']);
    assert.deepEqual(codes('"text"'), ['notAnObject']);
    assert.deepEqual(codes('null'), ['notAnObject']);
    const [problem] = read('{"seq":oops').problems;
    assert.equal(problem?.severity, 'lost');
    assert.equal(problem.excerpt, '{"seq":oops');
  });

  it('survive a byte order mark, NUL bytes and bytes that are not UTF-8', () => {
    assert.deepEqual(read('\uFEFF{"a":1}').records, [{ a: 1 }]);
    assert.deepEqual(codes('\uFEFF{"a":1}'), ['byteOrderMark']);
    assert.deepEqual(read('\0\0{"a":\0"b"}\0').records, [{ a: 'b' }]);
    assert.deepEqual(codes('\0\0{"a":1}'), ['nulBytes']);
    assert.deepEqual(codes('\0\0\0'), ['nulBytes']);
    const bad = readRecords(
      Uint8Array.of(...encode('{"a":"x'), 0xff, 0xc3, ...encode('y"}')),
      source,
    );
    assert.deepEqual(bad.records, [{ a: 'x\uFFFD\uFFFDy' }]);
    assert.deepEqual(
      bad.problems.map((problem) => problem.code),
      ['invalidUtf8'],
    );
  });

  it('are found again where line ends were lost', () => {
    const both = read('{"seq":1,"a":{"seq":7}}{"seq":2}');
    assert.deepEqual(both.records, [{ seq: 1, a: { seq: 7 } }, { seq: 2 }]);
    assert.deepEqual(
      both.problems.map((problem) => problem.code),
      ['joinedLines'],
    );

    const torn = read('{"seq":1,"text":"cut off {"seq":2,"text":"good"}');
    assert.deepEqual(torn.records, [{ seq: 2, text: 'good' }]);
    assert.deepEqual(
      torn.problems.map((problem) => problem.code),
      ['badJson', 'joinedLines'],
    );
  });

  it('are tried only where they start like one, and not forever', async () => {
    assert.equal(await parsesOf(() => read('garbage')), 0);
    assert.equal(await parsesOf(() => read('{x')), 0);
    assert.equal(await parsesOf(() => read('[1, 2]')), 0);
    let found = read('');
    const parses = await parsesOf(() => {
      found = read('{"a":'.repeat(200_000));
    });
    assert.ok(parses < 1_000, `${parses} texts were parsed`);
    assert.equal(found.problems.length, 100);
    assert.match(wordsText(found.problems.at(-1)?.message ?? ''), /The rest of the line/);
    const joined = read('{"a":1}'.repeat(20_000));
    assert.deepEqual([joined.records.length, joined.problems.length], [20_000, 1]);
  });

  it('never take a quoted piece of text for an event', () => {
    const inner = JSON.stringify({ seq: 9 });
    const line = JSON.stringify({ seq: 1, text: inner + inner });
    assert.deepEqual(read(line.slice(0, -1)).records, []);
    assert.deepEqual(codes(line.slice(0, -1)), ['badJson']);
  });

  it('do not go deeper than can be handed on, and keep all that stands above', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)},"b":1}`;
    assert.deepEqual(read(nested(499)), { records: [JSON.parse(nested(499))], problems: [] });
    const note = '"[nested too deeply to be shown]"';
    const kept: unknown = JSON.parse(nested(499).replace('[]', () => `[${note}]`));
    for (const depth of [500, 9_999, 100_000]) {
      assert.deepEqual(codes(nested(depth)), ['tooDeep']);
      assert.deepEqual(read(nested(depth)).records, [kept]);
      const joined = nested(depth) + nested(1);
      assert.deepEqual(read(joined).records, [kept, JSON.parse(nested(1))]);
      assert.deepEqual(codes(joined), ['tooDeep', 'joinedLines']);
    }
    structuredClone(read(nested(100_000)).records);
  });

  it('may stand between white space of Go’s or JavaScript’s', () => {
    for (const space of [
      '\u0085',
      '\u00a0',
      '\u2003',
      '\u2028',
      '\u3000',
      '\u0085 \u0085\t',
      '\v',
    ]) {
      assert.deepEqual(read(`${space}{"a":1}${space}`), { records: [{ a: 1 }], problems: [] });
      assert.deepEqual(read(space), { records: [], problems: [] });
    }
  });

  it('never throw for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        readRecords(bytes, source);
      }),
      { seed: 3, numRuns: runs(2000) },
    );
  });
});
