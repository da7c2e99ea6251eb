import assert from 'node:assert/strict';
import { newerNames } from '#store/disk/newerNames.ts';

describe('names of newer generations', () => {
  it('are known ones with a higher number', () => {
    const known = ['session', 'session_v2', 'session_message', 'message'];
    const newer = ['session_v3', 'session_message_v2', 'message2', 'Session_V12'];
    assert.deepEqual(newerNames([...newer, ...known], known), newer);
    assert.deepEqual(newerNames(['sessions2', 'sessions-v2', 'sessions.3'], ['sessions']), [
      'sessions2',
      'sessions-v2',
      'sessions.3',
    ]);
    assert.deepEqual(newerNames(['opencode-v2.db', 'state2.vscdb'], ['opencode.db']), [
      'opencode-v2.db',
    ]);
  });

  it('are none of older ones, of copies that somebody made, and of anything else', () => {
    const others = ['session_v1', 'session1', 'session', 'session-20261120', 'session 2'];
    const more = ['session.bak', 'sessions', 'session_share', 'session_entry', 'x_v2', ''];
    assert.deepEqual(newerNames([...others, ...more], ['session']), []);
  });
});
