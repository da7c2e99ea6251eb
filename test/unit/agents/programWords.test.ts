import assert from 'node:assert/strict';
import type { JsonObject } from '#core/jsonObject.ts';
import { adapters } from '#agents/registry.ts';

const source = { line: 1, offset: 0, length: 1 };
const tagged =
  '<unknown-kind id="1">\n<b>Done</b> and <unknown-kind>x</unknown-kind>\n</unknown-kind>';

/** A message with the role of the user, in agents that speak in it themselves. */
const messages: Readonly<Record<string, (text: string) => JsonObject>> = {
  claude: (text) => ({
    type: 'user',
    uuid: 'u',
    parentUuid: null,
    sessionId: 's',
    message: { role: 'user', content: text },
  }),
  codex: (text) => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  }),
  copilot: (text) => ({ type: 'user.message', id: 'u', data: { content: text } }),
  cursor: (text) => ({ role: 'user', message: { content: [{ type: 'text', text }] } }),
  gemini: (text) => ({ id: 'u', type: 'user', content: [{ text }] }),
};

describe('A text that is one unknown tag from end to end', () => {
  for (const [id, messageOf] of Object.entries(messages)) {
    const adapter = adapters.find((each) => each.id === id);
    const eventsOf = (text: string) => adapter?.decode(messageOf(text), source).events ?? [];

    it(`is a notice of ${id} that the model gets, and no prompt`, () => {
      const events = eventsOf(tagged).filter(({ kind }) => kind !== 'sessionStart');
      assert.deepEqual(events, [
        { kind: 'notice', text: '<b>Done</b> and <unknown-kind>x</unknown-kind>' },
        {
          kind: 'modelMessage',
          entry: { role: 'user', segments: [{ type: 'text', text: tagged }] },
          ...(id === 'codex' && { isPrompt: true }),
        },
      ]);
    });

    it(`is the user’s in ${id} with words beside it`, () => {
      for (const text of [`Fix ${tagged}`, `${tagged} is wrong`, '<a> and <b>', '<unknown-kind>']) {
        const prompts = eventsOf(text).filter(({ kind }) => kind === 'userMessage');
        assert.equal(prompts.length, 1, text);
      }
    });
  }

  it('is the user’s where the agent says so', () => {
    const claude = adapters.find(({ id }) => id === 'claude');
    const record = { ...messages.claude?.(tagged), origin: { kind: 'human' } };
    const kinds = claude?.decode(record, source).events.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['sessionStart', 'userMessage']);
    const cursor = adapters.find(({ id }) => id === 'cursor');
    const query = messages.cursor?.(`<user_query>\n${tagged}\n</user_query>`) ?? {};
    assert.ok(cursor?.decode(query, source).events.some(({ kind }) => kind === 'userMessage'));
  });
});

describe('A request that VS Code itself makes', () => {
  it('is a notice with its label', () => {
    const vscode = adapters.find(({ id }) => id === 'vscode');
    const text = '[Terminal 7 notification: command completed with exit code 0.]';
    const request = {
      message: { text },
      isSystemInitiated: true,
      systemInitiatedLabel: '`make` completed',
    };
    assert.deepEqual(vscode?.decode({ $request: request }, source).events, [
      { kind: 'notice', text: '`make` completed' },
      { kind: 'modelMessage', entry: { role: 'user', segments: [{ type: 'text', text }] } },
    ]);
  });
});
