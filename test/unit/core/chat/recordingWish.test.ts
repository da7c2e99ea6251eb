import assert from 'node:assert/strict';
import { recordingWish } from '#core/chat/recordingWish.ts';

describe('whether a chat is recorded', () => {
  it('is what the setting says, until it was decided', () => {
    assert.equal(recordingWish('on', undefined), 'on');
    assert.equal(recordingWish('off', undefined), 'off');
    assert.equal(recordingWish('ask', undefined), 'ask');
  });

  it('keeps the chat’s own decision when the setting changes', () => {
    assert.equal(recordingWish('ask', 'on'), 'on');
    assert.equal(recordingWish('ask', 'off'), 'off');
    assert.equal(recordingWish('on', 'off'), 'off');
    assert.equal(recordingWish('on', 'on'), 'on');
  });

  it('ends at once where recording is switched off', () => {
    assert.equal(recordingWish('off', 'on'), 'off');
  });
});
