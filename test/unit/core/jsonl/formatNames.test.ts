import assert from 'node:assert/strict';
import { otherName, recordName, tellableName, tellableVersion } from '#core/jsonl/formatNames.ts';

describe('names for a report on formats', () => {
  it('say what a record is, and what it is about', () => {
    for (const [record, name] of [
      [{ type: 'user', message: { role: 'user' } }, 'user'],
      [{ type: 'system', subtype: 'compact_boundary' }, 'system/compact_boundary'],
      [{ type: 'event_msg', payload: { type: 'token_count' } }, 'event_msg/token_count'],
      [{ seq: 1, kind: 'user_message' }, 'user_message'],
      [{ info: { role: 'assistant' }, parts: [] }, 'info/assistant'],
      [{ $set: { summary: 'A title' } }, '$set'],
      [{ type: 'session.start', data: {} }, 'session.start'],
    ] as const) {
      assert.equal(recordName(record), name);
    }
  });

  it('are no content, whatever a log puts in their place', () => {
    for (const content of [
      'Buy milk',
      'a'.repeat(41),
      '/home/ann/secret-plan',
      'ann@example.org',
      '5e1c8f0a-2f63-4b7e-9a14-c0d8e21b7a35',
      'key12345',
      '`x` | <b>',
      'línea',
      '',
    ]) {
      assert.equal(tellableName(content), otherName, content);
      assert.equal(recordName({ type: content }), otherName, content);
      assert.equal(recordName({ [content]: 1 }), otherName, content);
    }
  });

  it('have versions as agents write them', () => {
    for (const version of ['2.1.0', 'v1', '0.45.0-alpha.3', '1.2.3.4']) {
      assert.equal(tellableVersion(version), version);
    }
    for (const other of ['', 'two', '1.0 for Ann', '1.2.3.4.5', '1'.repeat(40)]) {
      assert.equal(tellableVersion(other), otherName, other);
    }
  });
});
