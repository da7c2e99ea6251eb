import { rowIn } from '#store/requests/rows.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import type { SessionStore } from '#store/sessionStore.ts';
import { claudePath, claudeSession } from '../support/agentLogs.ts';
import { line, project } from '../support/keenStore.ts';
import { agentRows, opened } from '../support/nestedRows.ts';

/** Claude Code's records, one after the other. */
class Transcript {
  text: string;
  #count = 0;
  readonly #name: string;
  readonly #after: string | null;

  /** @param text of the session that it continues; a sub-agent's begins again. */
  constructor(
    text = '',
    private readonly more: object = {},
  ) {
    this.text = text;
    this.#name = JSON.stringify(more);
    this.#after = 'isSidechain' in more ? null : 'u2';
  }

  add(type: 'user' | 'assistant', content: unknown, more: object = {}): this {
    const uuid = `${this.#name}-${this.#count}`;
    const parentUuid = this.#count === 0 ? this.#after : `${this.#name}-${this.#count - 1}`;
    this.#count += 1;
    const role = { role: type, content, ...(type === 'assistant' ? { model: 'm' } : {}) };
    this.text += line({
      ...{ parentUuid, isSidechain: false, cwd: project, sessionId: 'parent', type, uuid },
      ...{ message: role, timestamp: `2026-11-20T09:00:0${this.#count}.000Z` },
      ...this.more,
      ...more,
    });
    return this;
  }

  calls(id: string, prompt: string): this {
    const input = { description: 'Look', subagent_type: 'explore', prompt };
    return this.add('assistant', [{ type: 'tool_use', id, name: 'Task', input }]);
  }

  answers(id: string, text: string, toolUseResult?: unknown): this {
    const content = [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }] }];
    return this.add('user', content, { toolUseResult });
  }
}

const path = claudePath('parent');
const folder = path.replace(/\.jsonl$/, '');

/** A sub-agent that ran one command. */
function steps(agentId: string | undefined, prompt: string, more: object = {}): string {
  return new Transcript('', {
    isSidechain: true,
    ...(agentId === undefined ? {} : { agentId }),
    ...more,
  })
    .add('user', prompt)
    .add('assistant', [{ type: 'tool_use', id: 'b1', name: 'Bash', input: { command: 'ls' } }])
    .add('user', [{ type: 'tool_result', tool_use_id: 'b1', content: 'x' }])
    .add('assistant', [{ type: 'text', text: `Answer to ${prompt}` }]).text;
}

const stepsOf = (call: string, prompt: string) => [
  `${call}:0:1.1 ${prompt}`,
  `${call}:0:2.0 $ ls`,
  `${call}:0:4.0 Answer to ${prompt}`,
];

describe('sub-agents of Claude Code', () => {
  const session = () => new Transcript(claudeSession('parent'));

  it('are found by what their result names, in the session’s folder', async () => {
    const result = { agentId: 'a1', totalToolUseCount: 1, totalTokens: 9_000 };
    const { store } = opened(
      {
        [path]: session().calls('t1', 'Look').answers('t1', 'Found', result).text,
        [`${folder}/subagents/agent-a1.jsonl`]: steps('a1', 'Look'),
      },
      path,
    );
    const read = await agentRows(store, path, '3.0');
    assert.deepEqual(read?.rows, stepsOf('3.0', 'Look'));
    assert.deepEqual(read.facts, { total: 3, calls: 1, durationMs: 3_000 });
    const row = store.reader(path).row('3.0');
    assert.ok(row?.kind === 'tool', 'The call is a row.');
    assert.deepEqual(row.agents, [{ id: 'a1' }]);
    assert.deepEqual(row.work, { calls: 1, tokens: 9_000 });
  });

  it('are found beside the session, as older versions left them', async () => {
    const beside = path.replace(/[^/]+$/, 'agent-a1.jsonl');
    const answer = 'Found\nagentId: a1 (for resuming to continue this agent’s work if needed)';
    const { store } = opened(
      {
        [path]: session().calls('t1', 'Look').answers('t1', answer).text,
        [beside]: steps('a1', 'Look'),
      },
      path,
    );
    assert.deepEqual((await agentRows(store, path, '3.0'))?.rows, stepsOf('3.0', 'Look'));
    assert.equal(store.summarize(beside).isSubAgent, true);
    assert.equal(store.summarize(beside).firstUserMessage, 'Look');
  });

  it('are found by their notes while they run', async () => {
    const { store } = opened(
      {
        [path]: session().calls('t1', 'Look').text,
        [`${folder}/subagents/agent-a0.meta.json`]: '{"toolUseId":"t0"}',
        [`${folder}/subagents/agent-a1.meta.json`]: '{"agentType":"explore","toolUseId":"t1"}',
        [`${folder}/subagents/agent-a2.meta.json`]: '{"toolUse',
        [`${folder}/subagents/agent-a1.jsonl`]: steps('a1', 'Look'),
      },
      path,
    );
    assert.deepEqual((await agentRows(store, path, '3.0'))?.rows, stepsOf('3.0', 'Look'));
  });

  it('of a workflow are all found by its run', async () => {
    const runs = `${folder}/subagents/workflows`;
    const files = {
      [`${runs}/wf_1/agent-b1.jsonl`]: steps('b1', 'Survey one'),
      [`${runs}/wf_1/agent-b1.meta.json`]: '{"agentType":"workflow-subagent"}',
      [`${runs}/wf_1/agent-b2.jsonl`]: steps('b2', 'Survey two'),
      [`${runs}/wf_1/agent-acompact-b2.jsonl`]: steps('acompact-b2', 'Survey two'),
      [`${runs}/wf_1/journal.jsonl`]: line({ type: 'started', agentId: 'b1' }),
      [`${runs}/wf_2/agent-b3.jsonl`]: steps('b3', 'Another run'),
    };
    const called = () =>
      session().add('assistant', [
        { type: 'tool_use', id: 't1', name: 'Workflow', input: { name: 'survey' } },
      ]);
    const result = { runId: 'wf_1', status: 'async_launched' };
    for (const [text, details] of [
      ['Launched', result],
      ['Workflow launched with runId: wf_1', undefined],
    ] as const) {
      const log = called().answers('t1', text, details).text;
      const { store } = opened({ ...files, [path]: log }, path);
      const row = store.reader(path).row('3.0');
      assert.ok(row?.kind === 'tool');
      assert.deepEqual(row.agents, [{ id: 'wf_1:b1' }, { id: 'wf_1:b2' }]);
      assert.deepEqual((await agentRows(store, path, '3.0'))?.rows, stepsOf('3.0', 'Survey one'));
      const second = stepsOf('3.0', 'Survey two').map((id) => id.replace(':0:', ':1:'));
      assert.deepEqual((await agentRows(store, path, '3.0', 1))?.rows, second);
    }
    const none = opened({ [path]: called().answers('t1', 'x', result).text }, path);
    assert.equal(await agentRows(none.store, path, '3.0'), undefined);
  });

  it('are found among the session’s own records, each by its call', async () => {
    const { store } = opened(
      {
        [path]:
          session().calls('t1', 'Look').calls('t2', 'Look').calls('t3', 'See').text +
          steps(undefined, 'Look', { first: 1 }) +
          steps(undefined, 'See', { third: 'x' }) +
          steps(undefined, 'Look', { second: 'xx' }),
      },
      path,
    );
    const ofLines = (call: string, first: number, prompt: string) =>
      stepsOf(call, prompt).map((row) =>
        row.replace(/:(\d)\./, (_, at: string) => `:${Number(at) + first - 1}.`),
      );
    assert.deepEqual((await agentRows(store, path, '3.0'))?.rows, ofLines('3.0', 6, 'Look'));
    assert.deepEqual((await agentRows(store, path, '4.0'))?.rows, ofLines('4.0', 14, 'Look'));
    assert.deepEqual((await agentRows(store, path, '5.0'))?.rows, ofLines('5.0', 10, 'See'));
    const { path: nested } = (await agentRows(store, path, '3.0')) ?? {};
    assert.equal(nested, `${path}/t1`);
    assert.equal(store.summarize(`${path}/t1`).firstUserMessage, 'Look');
  });

  it('have sub-agents of their own, whose rows are found by their IDs', async () => {
    const nested = new Transcript('', { isSidechain: true, agentId: 'a1' })
      .add('user', 'Look')
      .calls('t2', 'Deeper')
      .answers('t2', 'Found', { agentId: 'a2' }).text;
    const { store } = opened(
      {
        [path]: session().calls('t1', 'Look').answers('t1', 'Found', { agentId: 'a1' }).text,
        [`${folder}/subagents/agent-a1.jsonl`]: nested,
        [`${folder}/subagents/agent-a2.jsonl`]: steps('a2', 'Deeper'),
      },
      path,
    );
    assert.deepEqual(
      (await agentRows(store, path, '3.0:0:2.0'))?.rows,
      stepsOf('3.0:0:2.0', 'Deeper'),
    );
    const row = await rowIn(store, path, '3.0:0:2.0:0:4.0');
    assert.equal(row.reader.text(row.rowId, 'text'), 'Answer to Deeper');
    assert.deepEqual(row.way.length, 3);
  });

  it('that call themselves end there', async () => {
    const nested = new Transcript('', { isSidechain: true, agentId: 'a1' })
      .add('user', 'Look')
      .calls('t2', 'Again')
      .answers('t2', 'Found', { agentId: 'a1' }).text;
    const { store } = opened(
      {
        [path]: session().calls('t1', 'Look').answers('t1', 'Found', { agentId: 'a1' }).text,
        [`${folder}/subagents/agent-a1.jsonl`]: nested,
      },
      path,
    );
    assert.equal((await agentRows(store, path, '3.0'))?.rows.length, 2);
    assert.equal(await agentRows(store, path, '3.0:0:2.0'), undefined);
    await assert.rejects(rowIn(store, path, '3.0:0:2.0:0:1.0'), { name: 'UserError' });
  });

  for (const agentId of ['../../other', '..', 'a/b', 'a\0', '*', '', 'x'.repeat(200)]) {
    it(`are not looked for by ${JSON.stringify(agentId.slice(0, 20))}`, async () => {
      const { store, disk } = opened(
        {
          [path]: session().calls('t1', 'Look').answers('t1', 'Found', { agentId }).text,
          [`${folder}/subagents/agent-${agentId}.jsonl`]: steps('a1', 'Look'),
        },
        path,
      );
      store.reader(path).row('3.0');
      disk.resetWork();
      assert.equal(await agentRows(store, path, '3.0'), undefined);
      assert.deepEqual(
        disk.work.paths.filter((opened) => opened !== path),
        [],
      );
    });
  }

  it('are no part of what the model gets', async () => {
    const { store } = opened(
      {
        [path]:
          session().calls('t1', 'Look').text +
          steps(undefined, 'Look') +
          new Transcript('', { promptId: 'later' }).answers('t1', 'Found').text,
      },
      path,
    );
    const { messages } = await conversationOf(store, path);
    assert.doesNotMatch(JSON.stringify(messages), /Answer to Look/);
    assert.match(JSON.stringify(messages), /Found/);
  });

  it('are not listed, but can be opened on their own', async () => {
    const agent = `${folder}/subagents/agent-a1.jsonl`;
    const { store } = opened({ [path]: session().text, [agent]: steps('a1', 'Look') }, path);
    const [listing] = await store.list([project]);
    assert.deepEqual(
      listing?.sessions.map((each) => each.path),
      [path],
    );
    const { rows, parent } = store.open(agent);
    assert.equal(rows, 3);
    assert.deepEqual(parent, { id: 'parent' });
    assert.deepEqual(store.summarize(agent).id, 'a1');
  });
});

describe('an output of Claude Code that is in a file', () => {
  const note = (file: string) =>
    `<persisted-output>\nOutput too large (39.1KB). Full output saved to: ${file}\n\nPreview (first 2KB):\nline 1\n...\n</persisted-output>`;

  function spilled(file: string, files: Readonly<Record<string, string>>) {
    const call = [{ type: 'tool_use', id: 'g1', name: 'Grep', input: { pattern: 'line' } }];
    const log = new Transcript(claudeSession('parent')).add('assistant', call);
    return opened({ [path]: log.answers('g1', note(file), {}).text, ...files }, path);
  }

  const textOf = (store: SessionStore) =>
    store.nested.text({ reader: store.reader(path), rowId: '3.0', way: [] }, 'output');

  it('shows how it begins and how much there is, and opens whole', () => {
    const file = `${folder}/tool-results/g1.txt`;
    const { store } = spilled(file, { [file]: 'line 1\nline 2\n' });
    const row = store.reader(path).row('3.0');
    assert.deepEqual(
      row?.kind === 'tool' && row.output,
      {
        text: 'line 1',
        length: Math.round(39.1 * 1024),
        lines: 1,
      },
      path,
    );
    assert.equal(textOf(store), 'line 1\nline 2\n');
  });

  it('opens as the log has it if the file is gone', () => {
    const { store } = spilled(`${folder}/tool-results/g1.txt`, {});
    assert.equal(textOf(store), 'line 1');
  });

  for (const file of [
    '/etc/tool-results/../passwd',
    '/home/ann/secret',
    '/tool-results/../x.txt',
  ]) {
    it(`is not read from ${file}`, () => {
      const { store, disk } = spilled(file, { [file]: 'Secret' });
      disk.resetWork();
      assert.doesNotMatch(textOf(store) ?? '', /Secret/);
      assert.deepEqual(
        disk.work.paths.filter((opened) => opened !== path),
        [],
      );
    });
  }
});
