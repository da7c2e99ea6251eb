import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Row } from '#core/rows/row.ts';
import { ansiLook } from '../../webview/kit/code/AnsiText.tsx';
import { firstLines } from '../../webview/replay/rows/LongText.tsx';
import { rowFacts } from '../../webview/replay/rows/rowFacts.ts';
import { toolIcon } from '../../webview/replay/rows/ToolContent.tsx';
import { formatBytes, formatDuration } from '#base/format.ts';
import { piecesOfCode, piecesOfProse } from '../../webview/kit/text/invisible.ts';
import { shortPath } from '../../webview/kit/text/names.ts';
import { linkTarget } from '../../webview/kit/text/linkTarget.ts';

import { listCommand } from '../../webview/replay/virtual/listKeys.ts';
import { indexesOf } from '../../webview/replay/virtual/shownRange.ts';
import { demoRows } from '../support/pageRows.ts';
import {
  assistantRow,
  diffRow,
  errorRow,
  shellRow,
  toolRow,
  userRow,
} from '../support/pageSamples.ts';
import { treeSession } from '../support/pageTree.ts';

const shown = (pieces: ReturnType<typeof piecesOfCode>) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `<${piece.code}>`)).join('');

describe('texts of the page', () => {
  it('marks what cannot be seen in code', () => {
    assert.equal(
      shown(piecesOfCode('a\u202eb\u2066c\u200bd\u0000e')),
      'a<U+202E>b<U+2066>c<U+200B>d<U+0000>e',
    );
    assert.equal(shown(piecesOfCode('tab\tand\nline')), 'tab\tand\nline');
    assert.equal(shown(piecesOfCode('👩‍💻 \u{e0041}')), '👩‍💻 <U+E0041>');
    assert.equal(shown(piecesOfCode('a\u200db')), 'a<U+200D>b');
  });

  it('preserves what languages need in prose', () => {
    assert.equal(
      shown(piecesOfProse('می\u200cخواهم \u200fשלום\u200f')),
      'می\u200cخواهم \u200fשלום\u200f',
    );
    assert.equal(shown(piecesOfProse('a\u202eb\u202c')), 'a<U+202E>b<U+202C>');
  });

  it('shortens a path within the session’s folder and no other', () => {
    assert.equal(shortPath('/home/a/x/b.go', '/home/a/x'), 'b.go');
    assert.equal(shortPath('/home/a/xy/b.go', '/home/a/x'), '/home/a/xy/b.go');
    assert.equal(shortPath('/home/a/x', '/home/a/x'), '/home/a/x');
    assert.equal(shortPath('C:\\a\\b.go', 'C:\\a'), 'b.go');
    assert.equal(shortPath('/b.go', '/'), 'b.go');
    assert.equal(shortPath('/b.go', undefined), '/b.go');
  });

  it('follows http, https and mailto and nothing else', () => {
    assert.equal(linkTarget('https://example.com'), 'https://example.com/');
    assert.equal(linkTarget('mailto:a@b.c'), 'mailto:a@b.c');
    for (const href of [
      'javascript:x',
      ' javascript:x',
      'command:x',
      'x',
      '//x.y',
      'https://',
      '',
    ]) {
      assert.equal(linkTarget(href), undefined, href);
    }
    assert.equal(linkTarget(`https://x.y/${'a'.repeat(3_000)}`), undefined);
  });

  it('writes durations and sizes in the unit that fits', () => {
    assert.deepEqual([400_000, 12e6, 999.6e6, 3.12e9, 59.97e9, 74e9, 3_700e9].map(formatDuration), [
      '<1 ms',
      '12 ms',
      '1.0 s',
      '3.1 s',
      '1 min 0 s',
      '1 min 14 s',
      '1 h 1 min',
    ]);
    assert.deepEqual([12, 184_320, 2e8].map(formatBytes), ['12 bytes', '184 kB', '200 MB']);
  });

  it('takes the first lines, and not all of one endless line', () => {
    assert.equal(firstLines('a\nb\nc', 2), 'a\nb');
    assert.equal(firstLines('a\nb\n', 2), 'a\nb\n');
    assert.equal(firstLines('a', 2), 'a');
    assert.equal(firstLines('x'.repeat(50_000), 2).length, 4_000);
    assert.equal(firstLines(`${'x'.repeat(3_999)}${'😀'.repeat(5_000)}`, 2).length, 3_999);
  });

  it('gives tools an icon by what their name says', () => {
    assert.deepEqual(
      [
        'read_file',
        'ReadFile',
        'write_file',
        'grep',
        'Bash',
        'mcp__x__search',
        'WebFetch',
        'weird',
        'TodoWrite',
      ].map(toolIcon),
      ['file', 'file', 'edit', 'search', 'terminal', 'plug', 'globe', 'tools', 'checklist'],
    );
  });

  it('maps terminal styles to classes and true colors to style', () => {
    assert.deepEqual(ansiLook({ foreground: 9, background: 0, bold: true }), {
      classes: 'ansi-bold ansi-fg-9 ansi-bg-0',
      colors: undefined,
    });
    assert.deepEqual(ansiLook({ foreground: '#010203', inverse: true }), {
      classes: 'ansi-inverse ansi-on-dark ansi-bg-rgb',
      colors: { '--ansi-background': '#010203' },
    });
    assert.deepEqual(ansiLook({ background: '#ffee00' }), {
      classes: 'ansi-on-light ansi-bg-rgb',
      colors: { '--ansi-background': '#ffee00' },
    });
    assert.deepEqual(ansiLook({ foreground: '#010203' }).classes, 'ansi-fg-rgb');
    assert.deepEqual(ansiLook({ foreground: '#010203', background: '#fefefe' }), {
      classes: 'ansi-fg-own ansi-bg-rgb',
      colors: { '--ansi-text': '#010203', '--ansi-background': '#fefefe' },
    });
  });

  it('has only icons that the font has', () => {
    const font = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');
    const listed = readFileSync('node_modules/@vscode/codicons/dist/metadata.json', 'utf8');
    const others = readFileSync('webview/kit/widgets/Icon.tsx', 'utf8').matchAll(/\| '([a-z-]+)'/g);
    // The compiler refuses all but these.
    const names = [
      ...Object.keys(JSON.parse(listed) as object),
      ...[...others].map(([, name]) => name),
    ];
    assert.ok(names.length > 30);
    assert.deepEqual(
      names.filter((name) => !font.includes(`.codicon-${name}:before`)),
      [],
    );
  });

  it('has a name for screen readers that tells it from others', () => {
    const nameOf = (row: Row) => rowFacts(row).label;
    assert.equal(nameOf(userRow('Fix **this**\nand that')), 'Your message, Fix this and that');
    assert.equal(
      nameOf(shellRow('npm test', { state: 'failed', exitCode: 1 })),
      'Shell command, npm test, failed with exit code 1',
    );
    assert.equal(
      nameOf(shellRow('ls', { state: 'failed', exitCode: undefined, error: 'killed' })),
      'Shell command, ls, failed',
    );
    assert.equal(nameOf(shellRow('ls *.ts')), 'Shell command, ls *.ts, done');
    assert.equal(
      nameOf(toolRow('read', { title: 'a.go', state: 'unfinished' })),
      'Tool call, read, a.go, no result',
    );
    assert.equal(
      nameOf(diffRow('a.go', '-b\n+c\n+d')),
      'Changes to a.go, 2 lines added, 1 removed',
    );
    assert.equal(nameOf(errorRow('No route to host.')), 'Error, No route to host.');
    assert.equal(
      nameOf(userRow('word '.repeat(10_000))),
      `Your message, ${'word '.repeat(16).trim()}…`,
    );
    assert.equal(nameOf(userRow('\u202eevil\u202c')), 'Your message, evil');
    assert.equal(nameOf(assistantRow('')), 'Answer');
  });

  it('has a label for every kind of row and a text to copy where there is one', () => {
    const rows = [...demoRows(), ...treeSession().rows];
    assert.equal(new Set(rows.map(({ kind }) => kind)).size, 16, 'of every kind');
    for (const row of rows) {
      assert.notEqual(rowFacts(row).label, '');
    }
    assert.equal(rowFacts(diffRow('a', ' x\n-y\n+z')).copy, ' x\n-y\n+z');
    assert.equal(rowFacts(shellRow('ls')).copy, '$ ls');
    assert.equal(rowFacts(shellRow('ls')).part, 'input');
  });

  it('reads the list’s keys and leaves the others alone', () => {
    const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
      ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as const;
    assert.equal(listCommand(press('j'), true), 'next');
    assert.equal(listCommand(press('Enter'), true), 'toggle');
    assert.equal(listCommand(press('Enter'), false), undefined);
    assert.equal(listCommand(press('c', { ctrlKey: true }), true), 'copyMarkdown');
    assert.equal(listCommand(press('c', { metaKey: true }), true), 'copyMarkdown');
    assert.equal(listCommand(press('c', { ctrlKey: true, shiftKey: true }), true), undefined);
    assert.equal(listCommand(press('a', { ctrlKey: true }), true), 'selectAll');
    assert.equal(listCommand(press('j', { ctrlKey: true }), true), undefined);
    assert.equal(listCommand(press('ArrowDown', { shiftKey: true }), true), 'extendNext');
    assert.equal(listCommand(press('End', { shiftKey: true }), true), 'extendLast');
    assert.equal(listCommand(press('PageDown', { shiftKey: true }), true), undefined);
    assert.equal(listCommand(press('l'), true), 'copyLink');
    assert.equal(listCommand(press('C', { shiftKey: true }), true), 'copyOutput');
    assert.equal(listCommand(press('constructor'), true), undefined);
    assert.equal(listCommand(press('f'), true), undefined);
    assert.equal(listCommand(press('F', { shiftKey: true }), true), 'fork');
    assert.equal(listCommand(press('F', { shiftKey: true, repeat: true }), true), undefined);
  });

  it('keeps the current row drawn wherever the list scrolls', () => {
    const range = { first: 49, last: 53 };
    assert.deepEqual(indexesOf(range, 51, 100), [49, 50, 51, 52, 53]);
    assert.deepEqual(indexesOf(range, 3, 100), [3, 49, 50, 51, 52, 53]);
    assert.deepEqual(indexesOf(range, 99, 100), [49, 50, 51, 52, 53, 99]);
    assert.deepEqual(indexesOf(range, 100, 100), [49, 50, 51, 52, 53]);
  });
});
