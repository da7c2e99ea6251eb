import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { namespaceOf } from '#agents/keen/namespace.ts';

/** Computed with Keen's own rule. */
const examples: readonly (readonly [cwd: string, namespace: string])[] = [
  ['/home/user/project', 'home-user-project-b28db8e991'],
  ['/', 'root-42099b4af0'],
  ['/tmp', 'tmp-8c393341f5'],
  ['/Users/me/src/keen-code', 'Users-me-src-keen-code-6289219b00'],
  ['/Users/me/My Project', 'Users-me-My-Project-93272deec6'],
  ['/Users/me/My Project/@tmp', 'Users-me-My-Project--tmp-4a3822071c'],
  ['/home/user/.config/nvim', 'home-user-.config-nvim-ceeeb65f4b'],
  ['/home/user/a  b', 'home-user-a-b-72aa21bdf8'],
  ['/home/user/proj.', 'home-user-proj-4fbae2dba0'],
  ['/home/user/foo_bar-1.2', 'home-user-foo_bar-1.2-0039e162c5'],
  ['/home/ü/ñandú', 'home----and-b9300741d4'],
  ['/home/user/日本', 'home-user-483782d37d'],
  ['/home/u/😀x', 'home-u--x-c3605e75bc'],
  ['C:\\Users\\me\\src\\app', 'C--Users-me-src-app-0f7326b6a6'],
  ['c:\\Users\\me\\src\\app', 'c--Users-me-src-app-2b5ebf1c5e'],
  ['\\\\server\\share\\proj', 'server-share-proj-8f3fba1cdf'],
];

describe('Keen’s namespaces', () => {
  for (const [cwd, namespace] of examples) {
    it(`${cwd} is ${namespace}`, () => {
      assert.equal(namespaceOf(cwd, hash), namespace);
    });
  }

  it('trims outer white space from the slug, as in Keen’s path_test.go', () => {
    assert.match(
      namespaceOf(' /Users/me/My Project/@tmp ', hash),
      /^Users-me-My-Project--tmp-\w{10}$/,
    );
  });

  it('calls a blank path root, as in Keen’s path_test.go', () => {
    assert.match(namespaceOf('   ', hash), /^root-[0-9a-f]{10}$/);
    assert.match(namespaceOf('', hash), /^root-[0-9a-f]{10}$/);
  });
});
