import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';
import {
  broken,
  denied,
  FaultingFiles,
  full,
  readOnly,
  type Call,
} from './support/faultingFiles.ts';
import { answered, cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

describe('a new session', () => {
  let place: WritingHome;
  beforeEach(() => {
    place = new WritingHome();
  });
  afterEach(() => {
    place.remove();
  });

  it('is nothing on disk until its first message, then what Keen would write', async () => {
    const { writers, store } = place.writers();
    assert.equal(existsSync(join(place.home, '.keen')), false);
    const before = Date.now();
    const created = await writers.create({ cwd: `${cwd}/`, events: [said('Hello <you>')] });
    const { path, id } = created.session;

    assert.equal(path, join(place.root, namespaceOf(cwd, hash), id, 'transcript_events.jsonl'));
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(readdirSync(dirname(path)), ['transcript_events.jsonl']);
    // The user's mask may remove bits, and nothing adds any.
    assert.equal(statSync(path).mode & 0o777, 0o600);
    for (let folder = dirname(path); folder !== place.home; folder = dirname(folder)) {
      const mode = statSync(folder).mode & 0o777;
      assert.deepEqual([mode & 0o700, mode & ~0o755], [0o700, 0], folder);
    }
    const [start, message, end] = readFileSync(path, 'utf8').split('\n');
    const createdAt = /"created_at":"([^"]+)"/.exec(start!)?.[1] ?? '';
    assert.equal(
      start,
      `{"seq":1,"kind":"session_started","session_started":{"session_id":"${id}","created_at":"${createdAt}","cwd":"${cwd}","recorded_by":"session-browser"}}`,
    );
    assert.ok(Date.parse(createdAt) >= before && Date.parse(createdAt) <= Date.now());
    assert.equal(
      message,
      String.raw`{"seq":2,"kind":"user_message","user_message":{"content":"Hello \u003cyou\u003e"}}`,
    );
    assert.equal(end, '');
    assert.deepEqual(created.end.size, statSync(path).size);
    const [listing] = await store.list([cwd]);
    assert.deepEqual(
      listing?.sessions.map((session) => [session.id, session.firstUserMessage]),
      [[id, 'Hello <you>']],
    );
  });

  it('coexists with others, each with its own ID', async () => {
    const { writers } = place.writers();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        writers.create({ cwd, events: [said(`Message ${index}`)] }),
      ),
    );
    assert.equal(new Set(made.map(({ session }) => session.id)).size, 20);
    made.forEach(({ session }, index) => {
      assert.deepEqual(textsOf(read(session.path)), [`Message ${index}`]);
    });
  });

  it('continues where it was started', async () => {
    const { writers } = place.writers();
    const { session, end } = await writers.create({ cwd, events: [said('One')] });
    const appended = await writers.append({
      path: session.path,
      after: end,
      events: [answered('Two')],
    });
    assert.deepEqual([appended.seq, appended.otherWriter], [3, undefined]);
    assert.deepEqual(textsOf(read(session.path)), ['One', 'Two']);
  });

  it('is on disk before it has its name, and has its name before it is reported', async () => {
    const files = new FaultingFiles();
    const { writers } = place.writers(files);
    const { session } = await writers.create({ cwd, events: [said('One')] });
    const shown = files.calls.map((call) =>
      call.replace(place.root, '').replaceAll(session.id, 'ID'),
    );
    const draft = shown.findIndex((call) => call.startsWith('sync '));
    const name = shown.findIndex((call) => call.startsWith('rename '));
    const folder = shown.findIndex((call) => call.startsWith('syncFolder '));
    assert.ok(draft >= 0 && draft < name && name < folder, shown.join('\n'));
    assert.equal(files.openFiles, 0);
  });

  const calls: readonly (readonly [Call, RegExp])[] = [
    ['makeFolders', /disk is full|permissions|read-only|EIO/],
    ['makeFolder', /disk is full|permissions|read-only|EIO/],
    ['create', /disk is full|permissions|read-only|EIO/],
    ['append', /disk is full|permissions|read-only|EIO/],
    ['sync', /disk is full|permissions|read-only|EIO/],
    ['rename', /disk is full|permissions|read-only|EIO/],
    ['syncFolder', /disk is full|permissions|read-only|EIO/],
  ];
  for (const [call, sentence] of calls) {
    for (const error of [full, denied, readOnly, broken]) {
      it(`leaves nothing behind when ${call} fails with ${error.system}, and can be tried again`, async () => {
        const files = new FaultingFiles();
        files.faults = [{ call, error, times: call === 'append' ? 3 : 1 }];
        const { writers, store } = place.writers(files);
        const request = { cwd, events: [said('One'), answered('Two')] };
        await assert.rejects(writers.create(request), (thrown: unknown) => {
          assert.ok(thrown instanceof Error);
          assert.match(thrown.message, sentence);
          assert.match(thrown.message, /try again/i);
          assert.deepEqual(
            Object.entries(thrown).filter(([key]) => key === 'written'),
            [['written', 0]],
          );
          return true;
        });
        const namespace = join(place.root, namespaceOf(cwd, hash));
        assert.deepEqual(existsSync(namespace) ? readdirSync(namespace) : [], []);
        assert.equal(files.openFiles, 0);
        files.faults = [];
        const { session } = await writers.create(request);
        assert.deepEqual(textsOf(read(session.path)), ['One', 'Two']);
        const [listing] = await store.list([cwd]);
        assert.equal(listing?.sessions.length, 1);
      });
    }
  }

  it('is not begun where a link leads out of its store, as none is continued there', async () => {
    const elsewhere = join(place.home, '.pi', 'agent', 'sessions', 'other');
    mkdirSync(elsewhere, { recursive: true });
    mkdirSync(place.root, { recursive: true });
    const namespace = join(place.root, namespaceOf(cwd, hash));
    const refused = {
      reason: 'notOurs',
      message: /^Session Browser does not write to .*, which is in a folder of another program\./,
    };
    symlinkSync(elsewhere, namespace);
    const { writers } = place.writers();
    await assert.rejects(writers.create({ cwd, events: [said('One')] }), refused);
    assert.deepEqual(readdirSync(elsewhere), []);
    rmSync(namespace);
    // Nor where one takes the place of a folder in the middle of it.
    const files = new FaultingFiles();
    for (const call of ['create', 'append', 'sync'] as const) {
      files.onCall = (each, path) => {
        if (each === call && dirname(dirname(path)) === namespace) {
          files.onCall = () => undefined;
          renameSync(namespace, `${namespace}-moved`);
          symlinkSync(elsewhere, namespace);
          cpSync(`${namespace}-moved`, elsewhere, { recursive: true });
        }
      };
      const create = place.writers(files).writers.create({ cwd, events: [said('One')] });
      await assert.rejects(create, refused, call);
      assert.deepEqual(readdirSync(elsewhere), [], call);
      rmSync(namespace);
      rmSync(`${namespace}-moved`, { recursive: true });
    }
    // The store itself may be anywhere.
    rmSync(place.root, { recursive: true });
    symlinkSync(elsewhere, place.root);
    const { session } = await writers.create({ cwd, events: [said('One')] });
    await writers.append({ path: session.path, events: [answered('Two')] });
    assert.deepEqual(textsOf(read(session.path)), ['One', 'Two']);
  });

  it('reports a file in place of its folders', async () => {
    writeFileSync(join(place.home, '.keen'), '');
    const { writers } = place.writers();
    await assert.rejects(writers.create({ cwd, events: [said('One')] }), {
      name: 'UserError',
      reason: 'other',
      message: /^The session cannot be created at .*\. Check its parent folders and try again\.$/,
    });
  });

  it('is of an absolute folder', async () => {
    const { writers } = place.writers();
    await assert.rejects(writers.create({ cwd: 'project', events: [said('One')] }), {
      message: 'project is not an absolute path, so it cannot have sessions.',
    });
  });

  it('preserves a turn’s content, and only that', async () => {
    const { writers, store } = place.writers();
    const { session } = await writers.create({ cwd, events: [said('One')] });
    assert.equal(basename(session.path), 'transcript_events.jsonl');
    await writers.append({
      path: session.path,
      events: [
        answered('Cut', { type: 'interrupted' }),
        said('Again'),
        answered('', { type: 'error', message: 'The model is away.' }),
      ],
    });
    const kinds = (await store.whole(session.path)).rows('all', 0, 20).rows.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['user', 'assistant', 'interruption', 'user', 'error']);
  });
});
