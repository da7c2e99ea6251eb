import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/session.ts';
import { forksOf, linkedSession, parentOf } from '#host/replay/sessionRelatives.ts';
import { ForkLinks } from '#host/catalog/forkLinks.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { tildePath } from '#host/replay/tildePath.ts';

const session = (id: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
  agent: 'pi',
  id,
  path: `/s/${id}.jsonl`,
  cwd: '/p',
  createdAt: undefined,
  updatedAt: 1_000,
  firstUserMessage: `Message of ${id}`,
  size: 10,
  ...more,
});

const titleOf = ({ firstUserMessage = '' }: SessionSummary) => firstUserMessage;
const known = (...sessions: readonly SessionSummary[]) => ({
  links: new ForkLinks(sessions, new PathStyle('posix')),
});

describe('the sessions that a session names', () => {
  const a = session('a');
  const b = session('b');

  it('are found by their path, however it is written', () => {
    assert.equal(linkedSession({ path: '/s/b.jsonl' }, 'pi', known(a, b)), b);
    assert.equal(linkedSession({ path: '/s/../s//b.jsonl' }, 'pi', known(a, b)), b);
    assert.equal(linkedSession({ path: 'b.jsonl' }, 'pi', known(a, b)), undefined);
    assert.equal(linkedSession({ path: '/s/c.jsonl' }, 'pi', known(a, b)), undefined);
  });

  it('are found by their id within the same agent, and the path comes first', () => {
    assert.equal(linkedSession({ id: 'b' }, 'pi', known(a, b)), b);
    assert.equal(linkedSession({ id: 'b' }, 'fen', known(a, b)), undefined);
    assert.equal(linkedSession({ id: 'b', path: '/s/a.jsonl' }, 'pi', known(b, a)), a);
    assert.equal(linkedSession({ id: 'b', path: '/gone.jsonl' }, 'pi', known(a, b)), b);
    assert.equal(linkedSession({}, 'pi', known(a, b)), undefined);
  });

  it('tell what is known of a parent', () => {
    const from = { known: known(a), titleOf, gate: { allows: (path: string) => path === '/s/x' } };
    assert.deepEqual(parentOf({ id: 'a' }, 'pi', from), {
      path: '/s/a.jsonl',
      id: 'a',
      title: 'Message of a',
      known: true,
    });
    assert.deepEqual(parentOf({ path: '/s/x' }, 'pi', from), { path: '/s/x', known: true });
    assert.deepEqual(parentOf({ path: '/etc/x' }, 'pi', from), { path: '/etc/x', known: false });
    assert.deepEqual(parentOf({ id: 'gone' }, 'pi', from), { id: 'gone', known: false });
  });
});

describe('the forks of a session', () => {
  const origin = session('a');

  it('are those that name it by path or by id', () => {
    const forks = [
      session('b', { parent: { path: '/s/a.jsonl' }, updatedAt: 9 }),
      session('c', { parent: { id: 'a' }, updatedAt: 8 }),
      session('d', { parent: { id: 'a' }, agent: 'fen' }),
      session('e', { parent: { id: 'b' } }),
      session('f'),
      origin,
    ];
    assert.deepEqual(forksOf(origin, { known: known(...forks), titleOf }), [
      { title: 'Message of b', path: '/s/b.jsonl', updatedAt: 9 },
      { title: 'Message of c', path: '/s/c.jsonl', updatedAt: 8 },
    ]);
  });

  it('do not hold the session itself, whatever it says of its parent', () => {
    const own = session('a', { parent: { id: 'a', path: '/s/a.jsonl' } });
    assert.deepEqual(forksOf(own, { known: known(own), titleOf }), []);
  });

  it('are as many as a header has room for', () => {
    const many = Array.from({ length: 80 }, (_, at) => session(`f${at}`, { parent: { id: 'a' } }));
    assert.equal(forksOf(origin, { known: known(...many), titleOf }).length, 50);
  });
});

describe('a path under the home folder', () => {
  it('begins with a tilde, and no other does', () => {
    assert.equal(tildePath('/home/ann/src', '/home/ann'), '~/src');
    assert.equal(tildePath('/home/ann', '/home/ann'), '~');
    assert.equal(tildePath('C:\\Users\\ann\\src', 'C:\\Users\\ann'), '~\\src');
    for (const path of ['/home/anna/src', '/mnt/home/ann/src', '/srv', '']) {
      assert.equal(tildePath(path, '/home/ann'), path);
    }
    assert.equal(tildePath('/srv', '/'), '/srv');
    assert.equal(tildePath('/srv', ''), '/srv');
  });
});
