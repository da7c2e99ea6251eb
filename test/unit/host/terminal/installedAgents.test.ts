import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { programOnPath } from '#host/terminal/installedAgents.ts';

describe('a program on the PATH', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'programs-'));
    for (const name of ['first', 'second', 'third']) {
      mkdirSync(join(folder, name));
    }
    mkdirSync(join(folder, 'first', 'agent'));
    writeFileSync(join(folder, 'second', 'agent'), '');
    chmodSync(join(folder, 'second', 'agent'), 0o644);
    writeFileSync(join(folder, 'third', 'agent'), '');
    chmodSync(join(folder, 'third', 'agent'), 0o755);
    writeFileSync(join(folder, 'third', 'tool.CMD'), '');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const path = (...names: readonly string[]) =>
    ['', ...names.map((name) => join(folder, name))].join(delimiter);

  it('is the first file that may run, no folder and no other file of the name', () => {
    const env = { PATH: path('first', 'second', 'third') };
    const found = programOnPath('agent', { platform: 'linux', env });
    assert.equal(found, join(folder, 'third', 'agent'));
  });

  it('may have one of Windows’ endings there', () => {
    const env = { Path: path('third'), PATHEXT: '.EXE;.CMD' };
    const found = programOnPath('tool', { platform: 'win32', env });
    assert.equal(found, join(folder, 'third', 'tool.CMD'));
  });

  it('is not found without a PATH, or elsewhere', () => {
    assert.equal(programOnPath('agent', { platform: 'linux', env: {} }), undefined);
    assert.equal(
      programOnPath('agent', { platform: 'linux', env: { PATH: path('first') } }),
      undefined,
    );
  });
});
