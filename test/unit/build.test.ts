import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { noticeOf, noticesText, packagesIn } from '../build/notices.mjs';
import { removeFolder, temporaryFolder } from '../vscode/children.mjs';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('build');
});
afterEach(() => {
  removeFolder(folder);
});

describe('the notices of what the bundles contain', () => {
  it('name a package once, wherever it lies, and none of which nothing is left', () => {
    const metafile = (inputs: Record<string, number>): Metafile => ({
      inputs: {},
      outputs: {
        'dist/a.js': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: Object.fromEntries(
            Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
          ),
        },
      },
    });
    assert.deepEqual(
      packagesIn([
        metafile({ 'src/a.ts': 5, 'node_modules/b/x.js': 5, 'node_modules/gone/x.js': 0 }),
        metafile({
          'node_modules/b/y.js': 1,
          'node_modules/@s/a/lib/x.js': 1,
          'node_modules/@s/a/node_modules/inner/x.js': 1,
        }),
      ]),
      ['node_modules/@s/a', 'node_modules/@s/a/node_modules/inner', 'node_modules/b'],
    );
  });

  it('have the name, version, licence and every text of a package', () => {
    const notice = noticeOf(
      packageWith(
        { license: 'BSD-3-Clause' },
        { LICENSE: 'Redistribution\r\n', 'NOTICE.md': 'By A.' },
      ),
    );
    assert.deepEqual(notice, {
      name: 'made-up',
      version: '1.2.3',
      license: 'BSD-3-Clause',
      text: 'Redistribution\n\nBy A.',
    });
    const text = noticesText([notice]);
    assert.match(text, /^made-up 1\.2\.3 \(BSD-3-Clause\)$/m);
    assert.match(text, /^Redistribution$/m);
  });

  it('fail for a licence that is not known, or has no text', () => {
    const text = { LICENSE: 'All rights reserved' };
    for (const license of ['GPL-3.0', 'SEE LICENSE IN LICENSE', undefined]) {
      assert.throws(
        () => noticeOf(packageWith(license === undefined ? {} : { license }, text)),
        /made-up .*not known to be allowed/,
      );
    }
    assert.throws(
      () => noticeOf(packageWith({ license: 'MIT' }, {})),
      /made-up has no licence text/,
    );
  });
});

function packageWith(manifest: object, files: Readonly<Record<string, string>>): string {
  const path = join(folder, String(Math.random()).slice(2));
  mkdirSync(path);
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name: 'made-up', version: '1.2.3', ...manifest }),
  );
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(path, name), text);
  }
  return path;
}
