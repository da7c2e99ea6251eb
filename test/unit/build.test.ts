import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { noticeOf, noticesText, packagesIn } from '../build/notices.mjs';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
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

describe('the source maps of the host', () => {
  it('lead from every pack to the lines it was made of', () => {
    const copy = new CheckoutCopy();
    try {
      const args = ['esbuild.mjs', '--only=extension'];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: copy.root,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      const dist = join(copy.root, 'dist');
      const packs = readdirSync(join(dist, 'host')).filter((name) => name.endsWith('.cjs'));
      assert.ok(packs.length > 5);
      for (const pack of [
        join(dist, 'extension.cjs'),
        ...packs.map((name) => join(dist, 'host', name)),
      ]) {
        const text = readFileSync(pack, 'utf8');
        assert.ok(text.endsWith(`\n//# sourceMappingURL=${basename(pack)}.map\n`), pack);
        const map = new SourceMap(
          JSON.parse(readFileSync(`${pack}.map`, 'utf8')) as SourceMapPayload,
        );
        // Names of functions are the same in both.
        const functions = [...text.matchAll(/^(?:async )?function (\w{6,})\(/gm)].filter(
          ([, name]) => !name?.startsWith('__'),
        );
        assert.ok(functions.length > 5, pack);
        for (const { 1: name = '', index } of functions) {
          const before = text.slice(0, index).split('\n');
          const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
          assert.ok('originalSource' in entry, `${name} in ${pack}`);
          const source = readFileSync(join(dirname(pack), entry.originalSource), 'utf8');
          const line = source.split('\n')[entry.originalLine] ?? '';
          assert.ok(line.includes(name.replace(/\d+$/, '')), `${name} in ${pack}: ${line}`);
        }
      }
    } finally {
      copy.dispose();
    }
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
