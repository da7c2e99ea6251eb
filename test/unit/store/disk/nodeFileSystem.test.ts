import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readRange, withFile } from '#store/disk/fileSystem.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { keenStore, logPath, session, userLine } from '../support/keenStore.ts';

describe('the disk', () => {
  let folder = '';
  const disk = new NodeFileSystem();

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-test-')));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    assert.equal(disk.work.opened, disk.work.closed);
  });

  const place = (...names: string[]) => join(folder, ...names);
  const codeOf = (result: { ok: boolean; failure?: { code: string } }) => result.failure?.code;

  it('answers what can go wrong with a sentence', () => {
    writeFileSync(place('file'), 'x');
    symlinkSync(place('round'), place('round'));
    assert.deepEqual(disk.open(place('none')), {
      ok: false,
      failure: { code: 'notFound', message: `${place('none')} does not exist.` },
    });
    assert.equal(codeOf(disk.stat(place('none'))), 'notFound');
    assert.equal(codeOf(disk.list(place('none'))), 'notFound');
    assert.equal(codeOf(disk.realpath(place('none'))), 'notFound');
    assert.equal(codeOf(disk.list(place('file'))), 'notAFolder');
    assert.equal(codeOf(disk.open(place('file', 'below'))), 'notAFolder');
    assert.equal(codeOf(disk.open(place('round'))), 'linkLoop');
    assert.equal(codeOf(disk.open(folder)), 'notAFile');
  });

  it('does not wait for a pipe in a log’s place', function () {
    if (process.platform === 'win32') {
      return;
    }
    execFileSync('mkfifo', [place('pipe')]);
    assert.equal(codeOf(disk.open(place('pipe'))), 'notAFile');
    const stat = disk.stat(place('pipe'));
    assert.equal(codeOf(disk.open(place('pipe'), stat.ok ? stat.value : undefined)), 'notAFile');
  });

  it('takes a folder for no file where its state is known, too', () => {
    const stat = disk.stat(folder);
    assert.ok(stat.ok);
    const read = withFile(disk, folder, (file) => readRange(file, 0, 10), stat.value);
    assert.equal(codeOf(read), 'notAFile');
  });

  it('reads ranges, as far as the file goes', () => {
    writeFileSync(place('file'), '0123456789');
    const read = (start: number, end: number) => {
      const result = withFile(disk, place('file'), (file) => readRange(file, start, end));
      return result.ok ? result.value.toString() : result.failure.code;
    };
    assert.deepEqual(
      [read(0, 3), read(8, 20), read(20, 30), read(5, 5), read(6, 2)],
      ['012', '89', '', '', ''],
    );
  });

  it('closes a file even when reading it throws', () => {
    writeFileSync(place('file'), 'x');
    const before = disk.work.closed;
    assert.throws(() =>
      withFile(disk, place('file'), () => {
        throw new Error('a mistake');
      }),
    );
    assert.equal(disk.work.closed, before + 1);
  });

  it('identifies a file by its identity', () => {
    writeFileSync(place('one'), 'x');
    symlinkSync(place('one'), place('link'));
    writeFileSync(place('two'), 'x');
    const identity = (name: string) => {
      const stat = disk.stat(place(name));
      return stat.ok ? stat.value.identity : undefined;
    };
    assert.equal(identity('link'), identity('one'));
    assert.notEqual(identity('two'), identity('one'));
    renameSync(place('two'), place('one'));
    assert.equal(identity('link'), identity('one'));
    const listed = disk.list(folder);
    assert.deepEqual(listed.ok && [...listed.value].sort((a, b) => a.name.localeCompare(b.name)), [
      { name: 'link', kind: 'link' },
      { name: 'one', kind: 'file' },
    ]);
  });

  it('serves a store: listing through links, growth, replacement by rename', async () => {
    const home = place('home');
    const project = place('project');
    mkdirSync(project);
    symlinkSync(project, place('alias'));
    const root = join(home, '.keen', 'sessions');
    const write = (id: string, cwd: string, text = 'Hello') => {
      const path = logPath(id, cwd, root);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, session(id, { cwd, text }));
      return path;
    };
    const own = write('own', project);
    write('linked', place('alias'));
    write('other', place('other'));
    mkdirSync(logPath('odd', project, root), { recursive: true });
    const store = keenStore(disk, { environment: { home, platform: 'posix', variables: {} } });

    const [listing] = await store.list([place('alias')]);
    assert.deepEqual(listing?.sessions.map(({ id }) => id).sort(), ['linked', 'own']);
    assert.deepEqual(
      listing.failures.map(({ message }) => message),
      [`${logPath('odd', project, root)} is not a file.`],
    );

    store.open(own);
    appendFileSync(own, userLine(4, 'More'));
    assert.equal(store.reader(own).refresh().rows, 3);
    writeFileSync(place('temporary'), session('own', { cwd: project, text: 'Compacted' }));
    renameSync(place('temporary'), own);
    const { generation, rows, title } = store.reader(own).refresh();
    assert.deepEqual([generation, rows, title], [2, 2, 'Compacted']);
    rmSync(own);
    assert.throws(() => store.reader(own).refresh(), /no longer exists/);
    if (process.platform === 'linux') {
      const open = readdirSync('/proc/self/fd').length;
      await store.list([place('alias')]);
      assert.equal(readdirSync('/proc/self/fd').length, open);
    }
  });
});
