import assert from 'node:assert/strict';
import { ListedSessions } from '#host/list/listedSessions.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import type { SessionLink, SessionSummary } from '#core/events/session.ts';

function session(
  id: string,
  { agent = 'pi', path = `/logs/${id}.jsonl`, parent }: Partial<SessionSummary> = {},
): SessionSummary {
  return {
    agent,
    id,
    path,
    cwd: '/project',
    createdAt: 0,
    updatedAt: 0,
    firstUserMessage: undefined,
    size: 1,
    ...(parent === undefined ? {} : { parent }),
  };
}
const fork = (id: string, parent: SessionLink, more: Partial<SessionSummary> = {}) =>
  session(id, { ...more, parent });

describe('links between forks', () => {
  const posix = new PathStyle('posix');
  const parent = session('a');
  const byPath = fork('b', { path: '/logs/../logs/a.jsonl' });
  const byId = fork('c', { id: 'a' });
  const links = new ListedSessions([byPath, byId, parent], posix);

  it('go by the path of a log or by an id, and both ways', () => {
    assert.equal(links.parentOf(byPath), parent);
    assert.equal(links.parentOf(byId), parent);
    assert.deepEqual(links.forksOf(parent), [byPath, byId]);
    assert.deepEqual(links.forksOf(byPath), []);
    assert.equal(links.parentOf(parent), undefined);
  });

  it('believe the path where path and id disagree, and the id where no log is there', () => {
    const other = session('x');
    const both = fork('d', { path: '/logs/x.jsonl', id: 'a' });
    const moved = fork('e', { path: '/gone/a.jsonl', id: 'a' });
    const some = new ListedSessions([both, moved, other, parent], posix);
    assert.equal(some.parentOf(both), other);
    assert.equal(some.parentOf(moved), parent);
  });

  it('do not go from one agent to another by an id, nor to the session itself', () => {
    const stranger = fork('f', { id: 'a' }, { agent: 'keen' });
    const self = fork('g', { id: 'g' });
    const some = new ListedSessions([stranger, self, parent], posix);
    assert.equal(some.parentOf(stranger), undefined);
    assert.equal(some.parentOf(self), undefined);
    assert.deepEqual(some.forksOf(self), []);
  });

  it('compare paths as the platform does', () => {
    const log = session('a', { path: 'C:\\Logs\\a.jsonl' });
    const spelled = fork('b', { path: 'c:/logs/A.jsonl' });
    assert.equal(
      new ListedSessions([spelled, log], new PathStyle('windows')).parentOf(spelled),
      log,
    );
    assert.equal(new ListedSessions([spelled, log], posix).parentOf(spelled), undefined);
  });
});
