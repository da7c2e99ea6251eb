import assert from 'node:assert/strict';
import { recordingChoice } from '#core/chat/recordingChoice.ts';

describe('whether a chat is recorded', () => {
  it('is what the setting says, until it was decided', () => {
    assert.equal(recordingChoice('on', undefined), 'on');
    assert.equal(recordingChoice('off', undefined), 'off');
    assert.equal(recordingChoice('ask', undefined), 'ask');
  });

  it('keeps the chat’s own decision when the setting changes', () => {
    assert.equal(recordingChoice('ask', 'on'), 'on');
    assert.equal(recordingChoice('ask', 'off'), 'off');
    assert.equal(recordingChoice('on', 'off'), 'off');
    assert.equal(recordingChoice('on', 'on'), 'on');
  });

  it('ends at once where recording is switched off', () => {
    assert.equal(recordingChoice('off', 'on'), 'off');
  });
});
