import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { copilotAdapter } from '#agents/copilot/adapter.ts';
import { ClaudeCode, MessagesModel } from '../record/claude.ts';
import { Codex, ResponsesModel, said } from '../record/codex.ts';
import { CopilotCli } from '../record/copilot.ts';
import { ChatModel } from '../record/opencode.ts';
import { idOf, storeOf } from './ours.ts';

/*
 * The MCP server in agents as published, added with the commands of its README. Their stand-in models
 * call its tools.
 */

/** What the product is started with in agents. */
const server = resolve('dist', 'mcp.cjs');

/** Longer than any answer. */
const longText = 'The parser drops “the last comma”.\n'.repeat(2_000);

interface Call {
  readonly tool: string;
  readonly input: object;
}

/** An agent whose model says some texts and calls some of the server's tools. */
interface ToolUser {
  readonly adapter: AgentAdapter;
  readonly agent: ClaudeCode | Codex | CopilotCli;
  readonly model: MessagesModel | ResponsesModel | ChatModel;
  /** Options with which it may call the tools and gets their whole answers. */
  readonly options: readonly string[];
  /** What its command lists for a server that it is connected to, or knows. */
  readonly listed: RegExp;
  answer(...answers: readonly (string | Call)[]): void;
  /** Results of calls in what the model was sent last. */
  results(): readonly string[];
}

describe('The MCP server in agents as published', () => {
  let folder = '';
  let user: ToolUser | undefined;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
  });
  afterEach(() => {
    user?.model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  for (const [name, start] of [
    ['Claude Code', claudeUser],
    ['Codex', codexUser],
    ['Copilot CLI', copilotUser],
  ] as const) {
    it(`is connected to ${name}, which calls its tools and gives a model their whole answers`, async () => {
      user = await start(folder);
      const { adapter, agent, options } = user;
      user.answer(longText);
      await agent.say('Why does it fail?', ...options);
      const store = storeOf(adapter, agent.home);
      const [path = ''] = agent.sessions();
      const id = idOf(store, path);
      await agent.command('mcp', 'add', 'sessions', '--', process.execPath, server);
      assert.match(await agent.command('mcp', 'list'), user.listed);

      const link = `vscode://session-browser.session-browser/open?agent=${adapter.id}&session=${id}`;
      const row = (await store.latest(path)).rows('all', 1, 1).rows[0]?.id ?? '';
      user.answer(
        { tool: 'find_sessions', input: { query: 'THE LAST COMMA' } },
        { tool: 'read_session', input: { session: `${link}&row=${row}`, count: 1 } },
        { tool: 'read_session', input: { session: '/etc/passwd' } },
        { tool: 'sessions_of_file', input: { path: 'a.txt' } },
      );
      await agent.say('What was it about the comma?', ...options);
      const results = user.results();
      const [found = '', read = '', refused = '', edits = ''] = results;
      assert.equal(results.length, 4);
      assert.ok(found.includes(`“Why does it fail?” · `), found);
      assert.ok(found.includes(`${link}\n`) && found.includes(`${link}&row=${row}`), found);
      assert.ok(read.includes(`${link}&row=${row}`), read.slice(0, 1_000));
      assert.ok(read.includes('> The parser drops “the last comma”.\n'), read.slice(0, 1_000));
      assert.match(read, /\n> \[…\]\n\nThese are rows 2 to 2 of \d+\./);
      const lines = read.match(/^> The parser/gm) ?? [];
      assert.ok(Buffer.byteLength(lines.join('\n')) > 4_000 && lines.length > 300, read);
      assert.match(refused, /This folder has no session/);
      assert.match(edits, /Looked at \d of \d sessions/);
    });
  }
});

async function claudeUser(folder: string): Promise<ToolUser> {
  const model = new MessagesModel();
  const claude = new ClaudeCode(
    folder,
    process.env.SESSION_BROWSER_CLAUDE ?? '',
    await model.listen(),
  );
  return {
    adapter: claudeAdapter,
    agent: claude,
    model,
    options: ['--allowedTools', 'mcp__sessions'],
    listed: /^sessions: .*Connected$/m,
    answer: (...answers) => {
      model.answers = answers.map((answer) => [
        typeof answer === 'string'
          ? { type: 'text', text: answer }
          : { type: 'tool_use', name: `mcp__sessions__${answer.tool}`, input: answer.input },
      ]);
    },
    results: () =>
      (model.requests.at(-1) ?? [])
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .flatMap(({ type, content }) => (type === 'tool_result' ? [textsOf(content)] : [])),
  };
}

async function codexUser(folder: string): Promise<ToolUser> {
  const model = new ResponsesModel();
  const codex = new Codex(folder, process.env.SESSION_BROWSER_CODEX ?? '', await model.listen());
  let calls = 0;
  return {
    adapter: codexAdapter,
    agent: codex,
    model,
    options: ['--config', 'tool_output_token_limit=10000'],
    listed: /^sessions .*enabled/m,
    answer: (...answers) => {
      model.answers = answers.map((answer) => [
        typeof answer === 'string'
          ? said(answer)
          : {
              type: 'function_call',
              namespace: 'mcp__sessions',
              name: answer.tool,
              arguments: JSON.stringify(answer.input),
              call_id: `call_${(calls += 1)}`,
            },
      ]);
    },
    results: () =>
      (model.requests.at(-1) ?? []).flatMap(({ type, output }) =>
        type === 'function_call_output' ? [textsOf(output)] : [],
      ),
  };
}

async function copilotUser(folder: string): Promise<ToolUser> {
  const model = new ChatModel();
  const copilot = new CopilotCli(
    folder,
    process.env.SESSION_BROWSER_COPILOT ?? '',
    await model.listen(),
  );
  return {
    adapter: copilotAdapter,
    agent: copilot,
    model,
    options: [],
    listed: /^\s*sessions \(local\)$/m,
    answer: (...answers) => {
      model.answers = answers.map((answer) =>
        typeof answer === 'string'
          ? { text: answer }
          : { calls: [[`sessions-${answer.tool}`, answer.input]] },
      );
    },
    results: () =>
      (model.requests.at(-1) ?? []).flatMap(({ role, content }) =>
        role === 'tool' ? [textsOf(content)] : [],
      ),
  };
}

/** A result's texts; the first may be the agent's own words about it. */
function textsOf(output: unknown): string {
  return typeof output === 'string'
    ? output
    : (output as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('\n');
}
