import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { fenAdapter } from '#agents/fen/adapter.ts';
import { vscodeAdapter } from '#agents/vscode/adapter.ts';
import { recordsOf } from '#agents/vscode/document.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { fixturesFolder, fixtureText } from '../../../support/fixtures.ts';

const modelsOf = ({ modelIn }: AgentAdapter, records: readonly JsonRecord[]) => [
  ...new Set(records.map((record) => modelIn?.(record)).filter((model) => model !== undefined)),
];

const linesOf = (agent: string, name: string) =>
  fixtureText(agent, name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonRecord);

describe('models that a log names', () => {
  it('are those of the requests in VS Code’s chats', () => {
    const chat: unknown = JSON.parse(
      readFileSync(join(fixturesFolder('vscode'), 'documents', 'unlikeIds.json'), 'utf8'),
    );
    const records = [...recordsOf(chat)].map(({ value }) => value);
    assert.deepEqual(modelsOf(vscodeAdapter, records), [
      'copilot/some-model',
      'copilot/other-model',
    ]);
  });

  it('stand with their provider in agent and fen', () => {
    const agent = linesOf('agent', 'messages');
    assert.deepEqual(modelsOf(agentAdapter, agent), ['anthropic/claude-sonnet-4-5']);
    const fen = linesOf('fen', 'compaction');
    assert.deepEqual(modelsOf(fenAdapter, fen), ['anthropic/claude-sonnet-4-5']);
  });

  it('come with the messages that fen counts', () => {
    const lines = linesOf('fen', 'compaction');
    const counted = lines.filter((line) => fenAdapter.isMessage?.(line)).length;
    assert.equal(counted, lines.filter(({ type }) => type === 'message').length);
    assert.ok(counted > 0 && counted < lines.length);
  });
});
