import assert from 'node:assert/strict';
import { conversationToMarkdown } from '#core/conversation/toMarkdown.ts';
import { conversationFile } from '#protocol/conversationFile.ts';
import type { Conversation } from '#protocol/worker.ts';

const conversation: Conversation = {
  session: {
    agent: 'keen',
    id: 'id-1',
    path: '/log.jsonl',
    cwd: '/home/user/project',
    createdAt: Date.UTC(2026, 6, 20, 9, 15),
    updatedAt: Date.UTC(2026, 6, 20, 10),
    firstUserMessage: '# Fix [it](command:x)',
    size: 1,
  },
  compactions: 1,
  messages: [
    { role: 'user', parts: [{ type: 'text', text: 'Look\n```js\nopen' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'I look. ' },
        { type: 'toolCall', callId: 'c1', name: 'ba`sh', input: { command: 'echo ```' } },
      ],
    },
    { role: 'user', parts: [{ type: 'toolResult', callId: 'c1', text: '````', isError: true }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'One' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Two' }] },
  ],
};

describe('An exported conversation', () => {
  it('is plain data about a session', () => {
    const file = conversationFile(conversation);
    assert.deepEqual(JSON.parse(JSON.stringify(file)), file);
    assert.deepEqual(file.session, {
      agent: 'keen',
      id: 'id-1',
      path: '/log.jsonl',
      cwd: '/home/user/project',
      created: '2026-07-20T09:15:00.000Z',
      updated: '2026-07-20T10:00:00.000Z',
      title: '# Fix [it](command:x)',
    });
  });

  it('carries images, a name and a parent', () => {
    const image = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
    const file = conversationFile({
      ...conversation,
      session: { ...conversation.session, name: 'Tides', parent: { path: '/a.jsonl' } },
      messages: [
        { role: 'user', parts: [{ type: 'image', ...image }] },
        {
          role: 'user',
          parts: [{ type: 'toolResult', callId: '1', text: '', isError: false, images: [image] }],
        },
      ],
    });
    assert.deepEqual(JSON.parse(JSON.stringify(file)), file);
    assert.equal(file.session.name, 'Tides');
    assert.deepEqual(file.session.parent, { path: '/a.jsonl' });
  });

  it('leaves out what the log does not know, and survives impossible dates', () => {
    const file = conversationFile({
      ...conversation,
      session: { ...conversation.session, cwd: undefined, createdAt: undefined, updatedAt: 9e99 },
    });
    assert.deepEqual(Object.keys(file.session), ['agent', 'id', 'path', 'updated', 'title']);
    assert.deepEqual(JSON.parse(JSON.stringify(file)), file);
  });

  it('is readable as Markdown, and nothing in it gets out of its place', () => {
    assert.equal(
      conversationToMarkdown(conversation, 'Keen Code'),
      [
        '# \\# Fix \\[it\\]\\(command\\:x\\)',
        '- Agent: Keen Code\n- Session: `id-1`\n- Folder: `/home/user/project`\n- Created: 2026-07-20T09:15:00.000Z\n- Updated: 2026-07-20T10:00:00.000Z\n- Messages: 6\n- Compactions applied: 1',
        '## User',
        'Look\n```js\nopen\n```',
        '## Assistant',
        'I look.',
        '**Tool call** ``ba`sh``',
        '````json\n{\n  "command": "echo ```"\n}\n````',
        '**Tool error**',
        '`````\n````\n`````',
        'Done.',
        '## User',
        'One',
        '## User',
        'Two\n',
      ].join('\n\n'),
    );
  });
});
