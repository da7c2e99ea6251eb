import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ansiLines, stripAnsi } from '#core/text/ansi.ts';
import { runs } from '../../../support/full.ts';

const esc = '\u001b';

describe('ANSI output', () => {
  it('reads weights and the theme’s 16 colors', () => {
    assert.deepEqual(ansiLines(`a${esc}[1;31mb${esc}[22mc${esc}[0md${esc}[92;100me`), [
      [
        { text: 'a', style: {} },
        { text: 'b', style: { bold: true, foreground: 1 } },
        { text: 'c', style: { foreground: 1 } },
        { text: 'd', style: {} },
        { text: 'e', style: { foreground: 10, background: 8 } },
      ],
    ]);
  });

  it('reads 256 colors and true color, with semicolons and colons', () => {
    const colors = (text: string) => ansiLines(text)[0]?.[0]?.style;
    assert.deepEqual(colors(`${esc}[38;5;9mx`), { foreground: 9 });
    assert.deepEqual(colors(`${esc}[38;5;196mx`), { foreground: '#ff0000' });
    assert.deepEqual(colors(`${esc}[48;5;232mx`), { background: '#080808' });
    assert.deepEqual(colors(`${esc}[38;2;1;2;255mx`), { foreground: '#0102ff' });
    assert.deepEqual(colors(`${esc}[38:2::1:2:255mx`), { foreground: '#0102ff' });
    assert.deepEqual(colors(`${esc}[38;2;1;2;3mx`), { foreground: '#010203' });
    assert.deepEqual(colors(`${esc}[38;2;1;2;255;4mx`), {
      foreground: '#0102ff',
      underline: true,
    });
    assert.deepEqual(colors(`${esc}[38;5;300mx`), {});
  });

  it('overwrites after a carriage return and erases as progress bars do', () => {
    assert.equal(stripAnsi('10%\r20%\r100%\n'), '100%\n');
    assert.equal(stripAnsi('abcdef\rXY'), 'XYcdef');
    assert.equal(stripAnsi(`building…\r${esc}[Kdone`), 'done');
    assert.equal(stripAnsi(`abc${esc}[2K\rz`), 'z');
    assert.equal(stripAnsi('ab\bc'), 'ac');
    assert.equal(stripAnsi('one\r\ntwo\r\n'), 'one\ntwo\n');
  });

  it('erases from the start to the cursor, and goes back by whole characters', () => {
    assert.equal(stripAnsi(`abcdef\b\b\b${esc}[1K`), '    ef');
    assert.equal(stripAnsi(`abc${esc}[1K\b${esc}[1Kx`), '  x');
    assert.equal(stripAnsi(`abc${esc}[1K\rxy${esc}[1K`), '   ');
    assert.equal(stripAnsi('a😀\bb'), 'ab');
    assert.equal(stripAnsi('😀😀x\rab'), 'abx');
    assert.equal(stripAnsi('ab\r😀'), '😀b');
  });

  it('shows a line as a terminal with a cell for each character would', () => {
    const piece = fc.constantFrom(
      ...['a', 'bc', 'd😀', 'efghi', '\r', '\b', '\b\b', '\n'],
      ...['K', '1K', '2K', '31m', '0m', 'G', '1G', 'J'].map((sequence) => `${esc}[${sequence}`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const cells = ansiLines(pieces.join('')).map((line) =>
          line.flatMap(({ text, style }) => Array.from(text, (cell) => ({ cell, ...style }))),
        );
        assert.deepEqual(cells, plainTerminal(pieces));
      }),
      { seed: 7, numRuns: runs(3_000) },
    );
  });

  it('begins again at the first column, and moves nowhere else', () => {
    assert.equal(stripAnsi(`10%${esc}[1G${esc}[K100%`), '100%');
    assert.equal(stripAnsi(`10%${esc}[2K${esc}[Gdone`), 'done');
    assert.equal(stripAnsi(`a 1%\nb 1%\n${esc}[2Aa 5${esc}[3C0%${esc}[4D`), 'a 1%\nb 1%\na 50%');
  });

  it('keeps what a cleared screen showed', () => {
    assert.equal(stripAnsi(`old${esc}[H${esc}[2J${esc}[3Jnew`), 'old\nnew');
    assert.equal(stripAnsi(`old\n${esc}c${esc}[Hone\ntwo`), 'old\none\ntwo');
    assert.equal(stripAnsi(`${esc}[2Jnew`), 'new');
    assert.equal(stripAnsi(`old\r${esc}[Jnew`), 'new');
  });

  it('writes over a long line thousands of times', () => {
    const long = 'a'.repeat(16_384);
    const times = 8_192;
    for (const [over, shown] of [
      ['\rX', `X${long.slice(1)}`],
      ['\bX', `${long.slice(1)}X`],
      [`${esc}[1K\b`, ' '.repeat(16_384)],
      [`${esc}[1KX\b`, `${' '.repeat(16_384)}X`],
      [`\r${esc}[31mX${esc}[1K`, `  ${long.slice(2)}`],
    ] as const) {
      assert.equal(stripAnsi(long + over.repeat(times)), shown);
    }
    assert.equal(stripAnsi(`\r${'b'.repeat(300_000)}\rc`).length, 300_000);
    assert.equal(ansiLines(`${esc}[${'38;'.repeat(50_000)}mx`).length, 1);
  });

  it('drops what a terminal would obey and keeps the text of links', () => {
    const link = `${esc}]8;;command:evil${esc}\\click${esc}]8;;${esc}\\`;
    assert.equal(stripAnsi(`a ${link} b`), 'a click b');
    assert.equal(stripAnsi(`${esc}]0;title\u0007text`), 'text');
    assert.equal(stripAnsi(`x${esc}[10;10Hy${esc}[?25lz`), 'xyz');
    assert.equal(stripAnsi(`${esc}Pq#0;1${esc}\\after`), 'after');
    assert.equal(stripAnsi('\u009b31mred'), 'red');
    assert.equal(stripAnsi(`never ended ${esc}]8;;http://x\nnext`), 'never ended \nnext');
  });

  it('leaves no control character but tabs, and loses no ordinary one', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\u001b[',
        '\u001b]',
        'm',
        ';',
        '38',
        '\r',
        '\b',
        '\n',
        'K',
        '\u009b',
        'text',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = stripAnsi(pieces.join(''));

        assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
      { seed: 7, numRuns: runs(2000) },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/\p{Cc}/u.test(text));
        assert.equal(stripAnsi(text), text);
      }),
      { seed: 7, numRuns: runs(500) },
    );
  });
});

/** A minimal terminal. Its cursor is in its last line or after it. */
function plainTerminal(pieces: readonly string[]) {
  const lines: { cell: string; foreground?: number }[][] = [[]];
  let column = 0;
  let red = false;
  for (const piece of pieces) {
    const line = lines.at(-1)!;
    if (piece === '\n') {
      lines.push([]);
      column = 0;
    } else if (piece === '\r' || piece.endsWith('G')) {
      column = 0;
    } else if (piece.startsWith('\b')) {
      column = Math.max(0, column - piece.length);
    } else if (piece === `${esc}[K` || piece === `${esc}[J`) {
      line.length = column;
    } else if (piece === `${esc}[1K`) {
      line.fill({ cell: ' ' }, 0, column + 1);
    } else if (piece === `${esc}[2K`) {
      line.length = 0;
      column = 0;
    } else if (piece.startsWith(esc)) {
      red = piece === `${esc}[31m`;
    } else {
      for (const cell of piece) {
        line[column] = { cell, ...(red ? { foreground: 1 } : {}) };
        column += 1;
      }
    }
  }
  return lines;
}
