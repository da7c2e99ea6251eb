import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SessionBrowserApi } from '#host/export/api.ts';
import type { RecordedRequest, ScriptedModel } from '../helper/scriptedModel.ts';
import { newChat } from './chat.ts';
import { activateProduct, scriptedModel } from './extensions.ts';
import { answered, KeenSession, said } from './keenSession.ts';

/**
 * Environment of a suite about resumed chats: a new chat for each test, and sessions deleted after
 * it.
 */
export function useChat({ record = 'off' }: { readonly record?: 'on' | 'off' | 'ask' } = {}) {
  let model: ScriptedModel;
  let api: SessionBrowserApi;
  const sessions: KeenSession[] = [];

  before(async () => {
    const product = await activateProduct();
    api = product.exports as SessionBrowserApi;
    await setRecord(record);
  });

  after(() => setRecord(undefined));

  beforeEach(async () => {
    model = await scriptedModel();
    await newChat();
  });

  afterEach(async () => {
    for (const made of sessions.splice(0)) {
      made.remove();
    }
    await vscode.commands.executeCommand('sessionBrowser.refresh');
  });

  return {
    model: () => model,
    api: () => api,
    session: (...args: ConstructorParameters<typeof KeenSession>) => {
      const made = new KeenSession(...args);
      sessions.push(made);
      return made;
    },
    resume: (ref: KeenSession) =>
      vscode.commands.executeCommand('sessionBrowser.resumeInChat', ref),
    request: (index: number): RecordedRequest => {
      const found = model.requests.at(index);
      assert.ok(found, 'The model got no request.');
      return found;
    },
  };
}

/** Whether chats are recorded; undefined is a new user's default. */
export function setRecord(value: 'on' | 'off' | 'ask' | undefined): Thenable<void> {
  return vscode.workspace
    .getConfiguration()
    .update('sessionBrowser.record', value, vscode.ConfigurationTarget.Global);
}

/** Text, thinking, a tool with its memory, a shell run, a diff, an interruption. */
export const workedPayloads = [
  said('Fix the <App> test of @session and #file:a.ts'),
  {
    assistant_turn: {
      transcript: [
        { kind: 'reasoning', content: 'Look first.' },
        { kind: 'text', content: 'I will check. [run](command:workbench.action.quit)\n\n' },
        { kind: 'tool_start', tool_start: { name: 'read_file', input: { path: 'a.go' } } },
        {
          kind: 'tool_end',
          tool_end: { name: 'read_file', output: { content: 'x' }, duration_ns: 1 },
        },
        {
          kind: 'bash',
          bash: {
            command: 'go test ./...',
            output: '\u001b[31mFAIL\u001b[0m\n\u001b]0;title\u0007',
            error: 'command failed',
            duration_ns: 2_400_000_000,
          },
        },
        {
          kind: 'diff',
          diff: {
            lines: [
              { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: 'old' },
              { Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'new' },
            ],
          },
        },
        { kind: 'text', content: 'One test fails.' },
      ],
      message: 'I will check.\n\nOne test fails.',
      turn_memory: {
        tool_activity: [
          { text_offset: 15, tool: 'read_file', input: { path: 'a.go' }, status: 'success' },
          {
            text_offset: 15,
            tool: 'bash',
            input: { command: 'go test ./...' },
            status: 'error',
            exit_code: 1,
          },
        ],
      },
    },
  },
  said('Go on'),
  answered('Half', { interrupted: true }),
];
