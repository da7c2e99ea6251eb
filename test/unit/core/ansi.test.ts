import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ansiLines, stripAnsi } from '#core/text/ansi.ts';

const esc = '\u001b';

describe('ANSI output', () => {
  it('reads weights and the theme’s 16 colours', () => {
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

  it('reads 256 colours and true colour, with semicolons and colons', () => {
    const colours = (text: string) => ansiLines(text)[0]?.[0]?.style;
    assert.deepEqual(colours(`${esc}[38;5;9mx`), { foreground: 9 });
    assert.deepEqual(colours(`${esc}[38;5;196mx`), { foreground: '#ff0000' });
    assert.deepEqual(colours(`${esc}[48;5;232mx`), { background: '#080808' });
    assert.deepEqual(colours(`${esc}[38;2;1;2;255mx`), { foreground: '#0102ff' });
    assert.deepEqual(colours(`${esc}[38:2::1:2:255mx`), { foreground: '#0102ff' });
    assert.deepEqual(colours(`${esc}[38;2;1;2;3mx`), { foreground: '#010203' });
    assert.deepEqual(colours(`${esc}[38;2;1;2;255;4mx`), {
      foreground: '#0102ff',
      underline: true,
    });
    assert.deepEqual(colours(`${esc}[38;5;300mx`), {});
  });

  it('overwrites after a carriage return and erases as progress bars do', () => {
    assert.equal(stripAnsi('10%\r20%\r100%\n'), '100%\n');
    assert.equal(stripAnsi('abcdef\rXY'), 'XYcdef');
    assert.equal(stripAnsi(`building…\r${esc}[Kdone`), 'done');
    assert.equal(stripAnsi(`abc${esc}[2K\rz`), 'z');
    assert.equal(stripAnsi('ab\bc'), 'ac');
    assert.equal(stripAnsi('one\r\ntwo\r\n'), 'one\ntwo\n');
  });

  it('drops what a terminal would obey and keeps the text of links', () => {
    const link = `${esc}]8;;command:evil${esc}\\click${esc}]8;;${esc}\\`;
    assert.equal(stripAnsi(`a ${link} b`), 'a click b');
    assert.equal(stripAnsi(`${esc}]0;title\u0007text`), 'text');
    assert.equal(stripAnsi(`x${esc}[2J${esc}[10;10Hy${esc}[?25lz`), 'xyz');
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
      { seed: 7, numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/\p{Cc}/u.test(text));
        assert.equal(stripAnsi(text), text);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
