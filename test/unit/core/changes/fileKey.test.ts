import assert from 'node:assert/strict';
import { fileKey } from '#core/changes/fileKey.ts';

describe('the name of a changed file', () => {
  it('is the same however the log spells it', () => {
    for (const path of ['/home/ada/shop/src/a.ts', 'src/a.ts', './src/a.ts', 'lib/../src//a.ts']) {
      assert.equal(fileKey(path, '/home/ada/shop'), 'src/a.ts', path);
    }
    for (const path of ['C:\\shop\\src\\a.ts', 'src\\a.ts', 'C:/shop/src/a.ts']) {
      assert.equal(fileKey(path, 'C:\\shop'), 'src/a.ts', path);
    }
  });

  it('stays whole outside the folder', () => {
    assert.equal(fileKey('/home/ada/shop2/a.ts', '/home/ada/shop'), '/home/ada/shop2/a.ts');
    assert.equal(fileKey('/etc/hosts', undefined), '/etc/hosts');
    assert.equal(fileKey('D:\\a.ts', 'C:\\shop'), 'D:/a.ts');
    assert.equal(fileKey('../a.ts', '/home/ada/shop'), '../a.ts');
  });
});
