import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOfSession } from '#host/documents/fileOfSession.ts';

describe('The file that holds a session', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'file-of-session-'));
    writeFileSync(join(folder, 'log.jsonl'), '{}\n');
    writeFileSync(join(folder, 'sessions.db'), 'SQL');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('is its log', () => {
    const path = join(folder, 'log.jsonl');
    assert.deepEqual(fileOfSession(path), { path, size: 3, isDatabase: false });
  });

  it('is the database that its path leads into', () => {
    const path = join(folder, 'sessions.db');
    assert.deepEqual(fileOfSession(join(path, 'x.jsonl')), { path, size: 3, isDatabase: true });
  });

  it('is the log of the session, for a sub-agent that wrote into that', () => {
    const path = join(folder, 'log.jsonl');
    assert.deepEqual(fileOfSession(join(path, 'call_1')), { path, size: 3, isDatabase: false });
  });

  it('is nothing where the log is gone', () => {
    assert.equal(fileOfSession(join(folder, 'gone.jsonl')), undefined);
    assert.equal(fileOfSession(join(folder, 'gone', 'log.jsonl')), undefined);
    assert.equal(fileOfSession(folder), undefined);
  });
});
