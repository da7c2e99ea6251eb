import assert from 'node:assert/strict';
import fc from 'fast-check';
import { none, view } from '../../../../support/toolView.ts';
import { runs } from '../../../../support/full.ts';

describe('the view of a file that was read', () => {
  it('has its lines without the numbers of any agent', () => {
    const keen = view(
      'read',
      'read_file',
      { path: '/p/a.go', offset: 22, limit: 2 },
      {
        bytes_read: 9,
        content: '22:2F|\ta\n23:5C|b',
        limit: 2,
        offset: 22,
        path: '/p/a.go',
        total_lines: 96,
        truncated: true,
      },
    );
    assert.deepEqual(keen.content, {
      text: { text: '\ta\nb', length: 4, lines: 2 },
      firstLine: 22,
    });
    assert.deepEqual([keen.path, keen.line, keen.total, keen.hasOutput], ['/p/a.go', 22, 96, true]);
    assert.deepEqual(
      keen.more.map(({ name }) => name),
      ['limit'],
    );

    const claude = view(
      'read',
      'Read',
      { file_path: 'a.ts' },
      '     9→one\n    10→\n    11→two\n\n<system-reminder>Mind.</system-reminder>',
    );
    assert.equal(claude.content?.text.text, 'one\n\ntwo');
    assert.equal(claude.content.firstLine, 9);
    assert.equal(claude.note, '<system-reminder>Mind.</system-reminder>');

    const opencode = view('read', 'read', { filePath: 'a.ts' }, '00001| one\n00002| two');
    assert.equal(opencode.content?.text.text, 'one\ntwo');
    for (const text of [
      '1. one\n2. two',
      '1: one\n2: two',
      '<content>\n1: one\n2: two\n</content>',
    ]) {
      assert.equal(view('read', 'view', { path: 'a' }, text).content?.text.text, 'one\ntwo');
    }
    assert.equal(view('read', 'Read', { file_path: 'a' }, '     1\tone').content?.text.text, 'one');

    const head = 'File: `/p/a.ts`. Lines 7 to 8 (96 lines total): \n';
    const input = { filePath: '/p/a.ts', startLine: 7, endLine: 8 };
    for (const code of ['one\ntwo', '7: one\n8: two']) {
      const vscode = view('read', 'copilot_readFile', input, `${head}\`\`\`ts\n${code}\n\`\`\``);
      assert.deepEqual(vscode.content, {
        text: { text: 'one\ntwo', length: 7, lines: 2 },
        firstLine: 7,
      });
      assert.equal(vscode.total, 96);
    }
    const cut = '````md\n```ts\n1. one\n\n[File content truncated at line 2. Use …]\n\n````';
    const markdown = view('read', 'copilot_readFile', { filePath: 'a.md' }, cut);
    assert.equal(markdown.content?.text.text, '```ts\n1. one\n');
    assert.equal(markdown.note, '[File content truncated at line 2. Use …]');
  });

  it('has plain content as it is, from the line that was asked for', () => {
    const pi = view('read', 'read', { path: 'a.txt', offset: 5 }, '1234\n5678');
    assert.deepEqual(pi.content, {
      text: { text: '1234\n5678', length: 9, lines: 2 },
      firstLine: 5,
    });
    assert.equal(
      view('read', 'read', { path: 'a' }, '1\tone\n2\ttwo').content?.text.text,
      '1\tone\n2\ttwo',
    );
  });

  it('leaves what it cannot read to the output', () => {
    const image = view('read', 'view_image', { path: 'a.png' }, { type: 'image', width: 3 });
    assert.deepEqual([image.content, image.hasOutput, image.more], [undefined, false, []]);
    none('read', { paths: ['a', 'b'] }, 'x');
    none('read', 'a.txt', 'x');
  });
});

describe('the view of a written file', () => {
  it('has its path and content', () => {
    const written = view(
      'write',
      'write',
      { path: 'a.go', content: 'package a\n' },
      'wrote 10 bytes',
    );
    assert.deepEqual(
      [written.path, written.content.text, written.hasOutput],
      ['a.go', 'package a\n', false],
    );
    assert.equal(view('write', 'Write', { file_path: 'a', content: '' }).content.lines, 0);
    none('write_file', { path: 'a' });
  });
});

describe('the view of an edit', () => {
  const changes = (made: {
    files: readonly { lines: readonly { kind: string; text: string }[] }[];
  }) => made.files.map(({ lines }) => lines.map(({ kind, text }) => `${kind[0]}${text}`));

  it('compares old and new text under any agent’s names', () => {
    for (const [old, now] of [
      ['old_string', 'new_string'],
      ['oldString', 'newString'],
      ['oldText', 'newText'],
      ['old', 'new'],
    ] as const) {
      const made = view('edit', 'edit', { path: 'a', [old]: 'a\nb\nc\n', [now]: 'a\nB\nc\n' });
      assert.deepEqual(changes(made), [['ca', 'rb', 'aB', 'cc']]);
      assert.deepEqual([made.files[0]?.added, made.files[0]?.removed], [1, 1]);
    }
    const several = {
      file_path: 'a',
      edits: [
        { old_string: 'x', new_string: 'y' },
        { old_string: '', new_string: 'z' },
      ],
    };
    assert.deepEqual(changes(view('edit', 'MultiEdit', several)), [['rx', 'ay', 'h⋯', 'az']]);
  });

  it('says which lines Keen’s edits replace', () => {
    const ops = [
      { op: 'replace', start: '18:D8', end: '20:62', text: 'x\ny' },
      { op: 'delete', start: '87:3B', end: '90:D8' },
      { op: 'insert', start: '5:02', text: 'z' },
    ];
    assert.deepEqual(changes(view('edit', 'edit_file', { path: 'a', ops }, { edited: true })), [
      [
        'hReplaces lines 18 to 20',
        'ax',
        'ay',
        'hDeletes lines 87 to 90',
        'hInserts after line 5',
        'az',
      ],
    ]);
  });

  it('reads patches with several files', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@ f()\n x\n-y\n+z\n*** Add File: c.ts\n+new\n*** Delete File: d.ts\n*** End Patch';
    for (const input of [patch, { input: patch }, { patch }]) {
      const made = view('edit', 'apply_patch', input);
      assert.deepEqual(changes(made), [['h@@ f()', 'cx', 'ry', 'az'], ['anew'], []]);
      assert.deepEqual(
        made.files.map(({ path, change, movedTo }) => [path, change, movedTo]),
        [
          ['a.ts', 'edit', 'b.ts'],
          ['c.ts', 'add', undefined],
          ['d.ts', 'delete', undefined],
        ],
      );
    }
  });

  it('leaves any other form to the input', () => {
    none('edit', { path: 'a', old_string: 'x' });
    none('edit', { path: 'a', edits: [] });
    none('edit', { path: 'a', edits: [{ old: 'x', new: 'y' }, 7] });
    none('edit_file', { path: 'a', ops: [{ op: 'swap', start: '1:aa' }] });
    none('apply_patch', 'no patch');
  });

  it('restores both sides from the lines, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [file] = view('edit', 'edit', { path: 'a', old: before, new: after }).files;
        const side = (without: string) =>
          (file?.lines ?? []).filter(({ kind }) => kind !== without).map((line) => line.text);
        const lines = (whole: string) => (whole === '' ? [] : whole.replace(/\n$/, '').split('\n'));
        assert.deepEqual(side('added'), lines(before));
        assert.deepEqual(side('removed'), lines(after));
      }),
      { seed: 7, numRuns: runs(1_000) },
    );
  });
});
