import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '#store/disk/replaceFile.ts';

describe('putting a file in another’s place', () => {
  let folder: string;
  let path: string;
  const bytes = (text: string) => new TextEncoder().encode(text);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-browser-test-'));
    path = join(folder, 'storage', 'summaries.jsonl');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('makes the folder, replaces, and leaves nothing beside it', () => {
    replaceFile(path, bytes('one'));
    const before = statSync(path);
    replaceFile(path, bytes('two'));
    assert.equal(readFileSync(path, 'utf8'), 'two');
    assert.deepEqual(readdirSync(join(folder, 'storage')), ['summaries.jsonl']);
    assert.notEqual(statSync(path).ino, before.ino, 'It was written over in its place.');
  });

  it('lets no other user read it', function () {
    if (process.platform === 'win32') {
      // On Windows, the containing folder protects a user's files from others.
      return;
    }
    replaceFile(path, bytes('one'));
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('keeps the old one, and nothing beside it, where it cannot', () => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'in the way'), '');
    assert.throws(() => {
      replaceFile(path, bytes('one'));
    });
    assert.deepEqual(readdirSync(join(folder, 'storage')), ['summaries.jsonl']);
    assert.deepEqual(readdirSync(path), ['in the way']);
  });

  it('clears away what died before it was done, and nothing that may still be written', () => {
    const beside = (name: string) => join(folder, 'storage', name);
    mkdirSync(join(folder, 'storage'));
    for (const name of ['summaries.jsonl.old.tmp', 'summaries.jsonl.new.tmp', 'other.tmp']) {
      writeFileSync(beside(name), 'half');
    }
    utimesSync(beside('summaries.jsonl.old.tmp'), 1_000, 1_000);
    utimesSync(beside('other.tmp'), 1_000, 1_000);
    replaceFile(path, bytes('one'));
    assert.deepEqual(readdirSync(join(folder, 'storage')).sort(), [
      'other.tmp',
      'summaries.jsonl',
      'summaries.jsonl.new.tmp',
    ]);
  });
});
