import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { Events } from '#core/events/event.ts';

const source = { line: 1, offset: 0, length: 0 };

function eventsOf(agent: string, record: JsonObject): Events {
  return adapters.find(({ id }) => id === agent)?.decode(record, source).events ?? [];
}

/** What the record says of a call: how the user decided, and in which words. */
function decisionIn(agent: string, record: JsonObject) {
  const events = eventsOf(agent, record);
  const result = events.find((event) => event.kind === 'toolResult');
  return {
    isDeclined: result?.isDeclined === true,
    hasFailed: result?.error !== undefined,
    said: events.flatMap((event) => (event.kind === 'userReply' ? [event.text] : [])),
  };
}

function claude(content: string, more: JsonObject = {}): JsonObject {
  const block = { type: 'tool_result', tool_use_id: 't', content, is_error: true, ...more };
  return { type: 'user', uuid: 'a', message: { role: 'user', content: [block] } };
}

const refused =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const copilot = (message: string): JsonObject => ({
  type: 'tool.execution_complete',
  data: { toolCallId: 't', success: false, error: { message } },
});
const copilotAnswer = (content: string): JsonObject => ({
  type: 'tool.execution_complete',
  data: { toolCallId: 't', success: true, result: { content } },
});
const gemini = (name: string, output: string, args: JsonObject = {}): JsonObject => {
  const result = [{ functionResponse: { id: 't', name, response: { output } } }];
  const call = { id: 't', name, args, status: 'success', result };
  return { type: 'gemini', id: 'a', content: '', toolCalls: [call] };
};
const codex = (output: string): JsonObject => ({
  type: 'response_item',
  payload: { type: 'function_call_output', call_id: 't', output },
});

describe('what the user decides about a call', () => {
  const declined = { isDeclined: true, hasFailed: false };
  const cases: readonly (readonly [string, string, JsonObject, readonly string[]])[] = [
    ['claude', 'without words', claude(`${refused} STOP what you are doing`), []],
    [
      'claude',
      'with words',
      claude(
        `${refused} To tell you how to proceed, the user said:\nUse tabs.\n\nNote: The user's next message may contain a correction.`,
      ),
      ['Use tabs.'],
    ],
    ['claude', 'by stopping it', claude('[Request interrupted by user for tool use]'), []],
    [
      'claude',
      'of questions',
      claude(
        `${refused} To tell you how to proceed, the user said:\nThe user wants to clarify these questions.`,
      ),
      [],
    ],
    ['codex', 'of a command', codex('exec command rejected by user'), []],
    ['codex', 'by stopping it', codex('aborted by user after 3.2s'), []],
    ['copilot', 'without words', copilot('The user rejected this tool call.'), []],
    [
      'copilot',
      'with words',
      copilot('The user rejected this tool call. User feedback: I test it myself.'),
      ['I test it myself.'],
    ],
    [
      'copilot',
      'of a plan',
      copilotAnswer(
        'Plan not approved. User feedback:\n\nKeep the API.\n\nPlease update the plan based on this feedback and try again.',
      ),
      ['Keep the API.'],
    ],
    [
      'gemini',
      'of a plan',
      gemini(
        'exit_plan_mode',
        'Plan rejected. User feedback: Keep the API.\n\nThe plan is stored at: /p/plan.md\nRevise the plan based on the feedback.',
      ),
      ['Keep the API.'],
    ],
    [
      'gemini',
      'of a plan without words',
      gemini(
        'exit_plan_mode',
        'Plan rejected. No feedback provided.\n\nThe plan is stored at: /p/plan.md\nAsk the user for specific feedback on how to improve the plan.',
      ),
      [],
    ],
    [
      'gemini',
      'by closing a plan',
      gemini(
        'exit_plan_mode',
        'User cancelled the plan approval dialog. The plan was not approved and you are still in Plan Mode.',
      ),
      [],
    ],
    [
      'gemini',
      'by closing questions',
      gemini('ask_user', 'User dismissed ask_user dialog without answering.'),
      [],
    ],
  ];
  for (const [agent, how, record, said] of cases) {
    it(`is no failure in ${agent}, ${how}`, () => {
      assert.deepEqual(decisionIn(agent, record), { ...declined, said });
    });
  }

  it('is not what a rule or a hook denied', () => {
    for (const [agent, record] of [
      ['claude', claude('Permission to use Bash with command rm has been denied.')],
      ['claude', claude('PreToolUse:Bash hook error: The user doesn’t want to proceed')],
      ['copilot', copilot('Permission to run this tool was denied due to the following rules')],
    ] as const) {
      assert.deepEqual(decisionIn(agent, record), { isDeclined: false, hasFailed: true, said: [] });
    }
  });

  it('leaves what the model gets as it was', () => {
    const text = `${refused} To tell you how to proceed, the user said:\nUse tabs.`;
    const said = eventsOf('claude', claude(text)).filter(({ kind }) => kind === 'modelMessage');
    assert.deepEqual(said, [
      {
        kind: 'modelMessage',
        entry: {
          role: 'user',
          segments: [{ type: 'toolResult', callId: 't', text, isError: true }],
        },
      },
    ]);
  });
});

describe('an answer to an agent’s questions', () => {
  const questions = [
    { question: 'Which?', options: [{ label: 'One' }, { label: 'Two' }] },
    { question: 'Why?', options: [{ label: 'So' }] },
  ];
  const answered = (answers: JsonObject) =>
    decisionIn('claude', {
      ...claude('User has answered your questions', { is_error: false }),
      toolUseResult: { questions, answers },
    }).said;

  it('is a prompt where it is in the user’s own words', () => {
    assert.deepEqual(answered({ 'Which?': 'One, Two', 'Why?': 'So' }), []);
    assert.deepEqual(answered({ 'Which?': 'Neither', 'Why?': 'So' }), ['Neither']);
    const output = JSON.stringify({ answers: { which: { answers: ['One', 'user_note: now'] } } });
    assert.deepEqual(decisionIn('codex', codex(output)).said, ['now']);
    const answers = { 0: 'Neither', 1: 'So', 2: 'Yes', 3: 'Soon' };
    const asked = [...questions, { question: 'Now?', type: 'yesno' }, { question: 'When?' }];
    const told = gemini('ask_user', JSON.stringify({ answers }), { questions: asked });
    assert.deepEqual(decisionIn('gemini', told).said, ['Neither\n\nSoon']);
    for (const [text, said] of [
      ['User responded: Neither of them', ['Neither of them']],
      ['User response (freeform): ada', ['ada']],
      ['User selected: One', []],
      ['User responded: format=html, route=root', []],
    ] as const) {
      assert.deepEqual(decisionIn('copilot', copilotAnswer(text)).said, said, text);
    }
  });
});
