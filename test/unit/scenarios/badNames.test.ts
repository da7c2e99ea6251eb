import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { line, startLine, userLine } from '../store/support/keenStore.ts';

const project = '/home/ann/project';

/** A path whose last name is `b`, an undecodable byte, and an extension. */
function badPath(folder: string, ending = ''): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/b`), Buffer.of(0xff), Buffer.from(ending)]);
}

describe('names that are not UTF-8', () => {
  let home = '';
  let store: SessionStore;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bad-names-'));
    store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const folder = (...names: string[]) => {
    const path = join(home, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const list = async () => {
    const [listing] = await store.list([project]);
    assert.ok(listing);
    return {
      ids: listing.sessions.map(({ id }) => id),
      failures: listing.failures.map(({ path, message }) => {
        assert.match(message, /its name is not valid UTF-8\. Rename it/);
        return path.slice(home.length + 1);
      }),
    };
  };
  const log = (id: string) => startLine(id, project) + userLine(2, 'Hello');
  const name = 'transcript_events.jsonl';

  it('of a session’s folder or log make it a failure, and no neighbor is lost', async () => {
    const keen = folder('.keen', 'sessions', 'other');
    mkdirSync(badPath(keen));
    writeFileSync(badPath(keen, `/${name}`), log('b'));
    mkdirSync(join(keen, 'a'));
    writeFileSync(join(keen, 'a', name), log('a'));
    const pi = folder('.pi', 'agent', 'sessions', '--other--');
    const start = line({
      type: 'session',
      version: 3,
      id: 'p',
      timestamp: '2026-03-15T10:00:00Z',
      cwd: project,
    });
    writeFileSync(badPath(pi, '.jsonl'), start);
    writeFileSync(join(pi, 'p.jsonl'), start);
    const agent = folder('.config', 'agent', 'sessions');
    writeFileSync(badPath(agent, '.jsonl'), start);
    const { ids, failures } = await list();
    assert.deepEqual(ids.sort(), ['a', 'p']);
    assert.deepEqual(failures.sort(), [
      '.config/agent/sessions/b\uFFFD.jsonl',
      `.keen/sessions/other/b\uFFFD/${name}`,
      '.pi/agent/sessions/--other--/b\uFFFD.jsonl',
    ]);
  });

  it('of a project’s folder are a failure, too', async () => {
    const keen = folder('.keen', 'sessions');
    mkdirSync(badPath(keen));
    mkdirSync(badPath(keen, '/a'));
    writeFileSync(badPath(keen, `/a/${name}`), log('a'));
    assert.deepEqual(await list(), { ids: [], failures: ['.keen/sessions/b\uFFFD'] });
  });

  it('that only look so are names', async () => {
    const keen = folder('.keen', 'sessions', 'other', 'a\uFFFD');
    writeFileSync(join(keen, name), log('a'));
    assert.deepEqual(await list(), { ids: ['a'], failures: [] });
  });
});
