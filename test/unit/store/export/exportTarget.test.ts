import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { exportTarget } from '#store/export/exportTarget.ts';
import { writeText } from '#store/disk/newFile.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { startLine } from '../support/keenStore.ts';

describe('the place of an export', () => {
  let home = '';
  let log = '';
  let store: SessionStore;

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'export-target-')));
    log = put('.keen/sessions/p/a/transcript_events.jsonl', startLine('a'));
    store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home, platform: 'posix', variables: {} },
      agents: { keen: { enabled: true, extraRoots: [join(home, 'extra')] } },
      onFault: (fault) => {
        throw fault;
      },
    });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const put = (name: string, text = '') => {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const look = (file: string) => exportTarget(store, log, file);

  it('is in no store of any agent', () => {
    for (const name of [
      '.keen/sessions/p/a/transcript_events.jsonl',
      '.keen/sessions/new.md',
      '.keen-agent/helper/sessions/p/b/out.html',
      '.pi/agent/sessions/--p--/a.jsonl',
      '.local/state/fen/sessions/a.jsonl',
      '.config/agent/sessions/a.jsonl',
      '.agent/sessions/sessions.db',
      '.agent/sessions/sessions.db-wal',
      'extra/a.md',
    ]) {
      assert.throws(() => look(join(home, name)), /belongs to an agent’s sessions/, name);
      mkdirSync(dirname(join(home, name)), { recursive: true });
      assert.throws(() => look(join(home, name)), /belongs to an agent’s sessions/, name);
    }
    assert.deepEqual(look(join(home, '.agent/sessions/other.md')).exists, false);
  });

  it('is in no store that a link leads to, or that is one', () => {
    symlinkSync(dirname(log), join(home, 'linked'));
    symlinkSync(log, join(home, 'link.md'));
    assert.throws(() => look(join(home, 'linked', 'new.md')), /belongs to an agent’s sessions/);
    assert.throws(() => look(join(home, 'link.md')), /belongs to an agent’s sessions/);
    const real = join(home, 'elsewhere');
    mkdirSync(real);
    mkdirSync(join(home, '.pi', 'agent'), { recursive: true });
    symlinkSync(real, join(home, '.pi', 'agent', 'sessions'));
    assert.throws(() => look(join(real, 'a.md')), /belongs to an agent’s sessions/);
  });

  it('is no log that the user chose, and nothing but a file', () => {
    const chosen = put('downloads/a.jsonl', startLine('b'));
    store.choose(chosen);
    assert.throws(() => look(chosen), /belongs to an agent’s sessions/);
    assert.throws(() => look(dirname(chosen)), /it is a folder/);
  });

  it('is nothing that is read with a session that the user chose', () => {
    const session = JSON.stringify({ id: 'ses_1', directory: '/p', time: { created: 1 } });
    store.choose(put('backup/storage/session/global/ses_1.json', session));
    for (const name of ['message/ses_1/msg_1.json', 'message/new.md', 'part/msg_1/prt_1.json']) {
      assert.throws(
        () => look(join(home, 'backup', 'storage', name)),
        /belongs to an agent’s/,
        name,
      );
    }
    look(join(home, 'backup', 'storage', 'new.md'));
  });

  it('reports whether it exists', () => {
    const profile = put('.profile', 'export A=1');
    assert.equal(look(profile).exists, true);
    assert.equal(look(join(home, 'new.md')).exists, false);
  });

  it('gets the permissions of the log where it is new, and else keeps its own', () => {
    const write = (file: string) => {
      writeText(file, 'new', look(file).mode);
      assert.equal(readFileSync(file, 'utf8'), 'new');
      return statSync(file).mode & 0o777;
    };
    chmodSync(log, 0o600);
    assert.equal(write(join(home, 'new.md')), 0o600);
    const strict = put('strict.md');
    chmodSync(strict, 0o600);
    chmodSync(log, 0o644);
    assert.equal(write(strict), 0o600);
    // Like any other new file, subject to the user's mask.
    const plain = put('plain.md');
    assert.equal(write(join(home, 'public.md')), statSync(plain).mode & 0o644);
    const script = put('run.sh');
    chmodSync(script, 0o755);
    assert.equal(write(script), 0o755);
  });

  it('leaves a log alone that has a second name elsewhere', () => {
    const second = join(home, 'second.md');
    linkSync(log, second);
    writeText(second, 'new', look(second).mode);
    assert.equal(readFileSync(log, 'utf8'), startLine('a'));
  });
});
