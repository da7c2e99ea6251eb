import assert from 'node:assert/strict';
import type { ConversationMessage, ImageData } from '#core/events/message.ts';
import { imageOfMessage, shownMessage } from '#core/rows/shownMessage.ts';

const image = (text: string): ImageData => ({ mimeType: 'image/png', data: btoa(text) });

describe('a message as the page shows it', () => {
  const message: ConversationMessage = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'image', ...image('first') },
      {
        type: 'toolResult',
        callId: 'c',
        text: 'done',
        isError: false,
        images: [image('second!'), image('third')],
      },
      { type: 'toolResult', callId: 'd', text: 'none', isError: true },
      { type: 'toolCall', callId: 'e', name: 'read', input: { path: 'a' } },
      { type: 'image', ...image('last') },
    ],
  };

  it('names its images and their sizes and carries none', () => {
    assert.deepEqual(shownMessage(message), {
      role: 'user',
      parts: [
        { type: 'text', text: 'Look:' },
        { type: 'image', mimeType: 'image/png', size: 5 },
        {
          type: 'toolResult',
          callId: 'c',
          text: 'done',
          isError: false,
          images: [
            { mimeType: 'image/png', size: 7 },
            { mimeType: 'image/png', size: 5 },
          ],
        },
        { type: 'toolResult', callId: 'd', text: 'none', isError: true },
        { type: 'toolCall', callId: 'e', name: 'read', input: { path: 'a' } },
        { type: 'image', mimeType: 'image/png', size: 4 },
      ],
      // Four images, and few words.
      tokens: 4_808,
    });
  });

  it('gives its images out in the order of its parts', () => {
    const all = [0, 1, 2, 3].map((index) => atob(imageOfMessage(message, index)?.data ?? ''));
    assert.deepEqual(all, ['first', 'second!', 'third', 'last']);
    assert.equal(imageOfMessage(message, 4), undefined);
    assert.equal(imageOfMessage(message, -1), undefined);
  });
});
