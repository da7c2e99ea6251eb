import assert from 'node:assert/strict';
import { fixtureBytes } from '../../../support/fixtures.ts';
import { chosenPath, chosenStore } from '../support/chosenStore.ts';

function forkRowOf(content: Uint8Array | string): string | undefined {
  const store = chosenStore(content);
  assert.ok(store !== undefined);
  return store.open(chosenPath).forkRow;
}

/** A fork that pi made at ten, of messages with these times. */
function piFork(...times: readonly string[]): string {
  const lines = times.map((time, index) => ({
    type: 'message',
    id: `aa00000${index + 1}`,
    parentId: index === 0 ? null : `aa00000${index}`,
    timestamp: `2026-03-15T${time}:00.000Z`,
    message: { role: 'user', content: [{ type: 'text', text: time }] },
  }));
  const start = {
    type: 'session',
    version: 3,
    id: '0199c0de-0000-7000-8000-000000000002',
    timestamp: '2026-03-15T10:00:00.000Z',
    cwd: '/home/user/project',
    parentSession: '/home/user/.pi/agent/sessions/--home-user-project--/parent.jsonl',
  };
  return [start, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('where a fork leaves its parent', () => {
  it('is its first row that is not older than itself', () => {
    assert.equal(forkRowOf(piFork('08:00', '09:00', '10:00', '11:00')), '4.0');
    assert.equal(forkRowOf(fixtureBytes('agent', 'fork')), '5.0');
    assert.equal(forkRowOf(fixtureBytes('agent', 'demo/1-phaseOfM2')), '7.0');
  });

  it('is the row after the last that says that it is a copy', () => {
    const fork = fixtureBytes('claude', 'branchedTwice');
    assert.equal(forkRowOf(fork), '9.0');
    const lines = new TextDecoder().decode(fork).split('\n');
    assert.equal(forkRowOf(lines.slice(0, 8).join('\n')), '7.0');
    // The copies that say it may come second, or all at the end.
    const places = [1, 0, 3, 2, 5, 4, 7, 6];
    const turned = places.map((place) => lines[place]);
    const apart = [1, 3, 5, 7, 0, 2, 4, 6].map((place) => lines[place]);
    assert.equal(forkRowOf([...turned, ...lines.slice(8)].join('\n')), '9.0');
    assert.equal(forkRowOf([...apart, ...lines.slice(8)].join('\n')), '9.0');
  });

  it('is its last row as long as all are copies', () => {
    assert.equal(forkRowOf(piFork('08:00', '09:00')), '3.0');
    assert.equal(forkRowOf(fixtureBytes('agent', 'forkWithoutSummary')), '4.0');
  });

  it('is nowhere if all rows are its own, or it is no fork', () => {
    assert.equal(forkRowOf(piFork('10:00', '11:00')), undefined);
    assert.equal(forkRowOf(piFork()), undefined);
    assert.equal(forkRowOf(fixtureBytes('pi', 'fork')), undefined);
    assert.equal(forkRowOf(fixtureBytes('pi', 'messages')), undefined);
  });
});
