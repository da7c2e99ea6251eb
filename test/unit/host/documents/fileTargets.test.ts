import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileTargets } from '#host/documents/fileTargets.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';

const posix = new PathStyle('posix');
const windows = new PathStyle('windows');
const bases = { cwd: '/home/ada/shop', folders: ['/work/shop'], home: '/home/ada' };

describe('where a file that a session names may be', () => {
  it('is in the session’s folder, then in the open ones', () => {
    assert.deepEqual(fileTargets('src/a.ts', bases, posix), [
      '/home/ada/shop/src/a.ts',
      '/work/shop/src/a.ts',
    ]);
    assert.deepEqual(fileTargets('src/a.ts', { ...bases, cwd: undefined }, posix), [
      '/work/shop/src/a.ts',
    ]);
  });

  it('is where an absolute path says, else where its folder moved', () => {
    assert.deepEqual(fileTargets('/home/ada/shop/a.ts', bases, posix), [
      '/home/ada/shop/a.ts',
      '/work/shop/a.ts',
    ]);
    assert.deepEqual(fileTargets('/etc/hosts', bases, posix), ['/etc/hosts']);
    assert.deepEqual(fileTargets('~/notes.md', bases, posix), ['/home/ada/notes.md']);
    const onWindows = { cwd: 'C:\\shop', folders: [], home: 'C:\\Users\\ada' };
    assert.deepEqual(fileTargets('src/a.ts', onWindows, windows), ['C:\\shop\\src\\a.ts']);
    assert.deepEqual(fileTargets('C:\\shop\\a.ts', onWindows, windows), ['C:\\shop\\a.ts']);
  });

  it('is nowhere for a path that nobody should follow', () => {
    for (const path of [
      '../secret',
      'src/../../secret',
      'a\0.ts',
      'a\n.ts',
      'a\u202e.ts',
      '//server/share/a.ts',
      '\\\\server\\share\\a.ts',
      'file:///etc/hosts',
      'https://example.com/a.ts',
      'vscode:extension/x',
      'command:x',
      'a.txt:stream',
      '\ud800',
    ]) {
      assert.deepEqual(fileTargets(path, bases, posix), [], path);
      assert.deepEqual(fileTargets(path, bases, windows), [], path);
    }
    const onShare = { cwd: '\\\\evil\\share', folders: [], home: 'C:\\' };
    assert.deepEqual(fileTargets('a.ts', onShare, windows), []);
  });

  it('is never above a folder, nor on another machine', () => {
    const word = fc.constantFrom(
      '..',
      '.',
      'a',
      '/',
      '\\',
      ':',
      'C:',
      '~',
      '//',
      '?',
      '\0',
      'b.ts',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const path = words.join('');
        for (const target of fileTargets(path, bases, windows)) {
          assert.equal(windows.isRemote(target), false, target);
        }
        for (const target of fileTargets(path, bases, posix)) {
          const isBelow = ['/home/ada', '/work/shop'].some((base) => posix.isWithin(base, target));
          assert.ok(isBelow || posix.isAbsolute(path), `${path} → ${target}`);
        }
      }),
    );
  });
});
