import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { exportName } from '#host/export/exportName.ts';

describe('the name of an exported file', () => {
  const session: SessionSummary = {
    agent: 'keen',
    id: '0199a7c2/../x',
    path: '/home/ann/.keen/x.jsonl',
    cwd: undefined,
    createdAt: undefined,
    updatedAt: 0,
    firstUserMessage: 'Fix src/cart.ts: it rounds twice',
    size: 1,
  };

  it('is the session’s name, else its first message, else its ID', () => {
    assert.equal(exportName({ ...session, name: 'Rounding' }, 'html'), 'Rounding.html');
    assert.equal(exportName(session, 'md'), 'Fix src cart.ts it rounds twice.md');
    assert.equal(exportName({ ...session, firstUserMessage: '///' }, 'md'), 'session-0199a7c2x.md');
    const { agent, id, path } = session;
    assert.equal(exportName({ agent, id, path }, 'md'), 'session-0199a7c2x.md');
  });
});
