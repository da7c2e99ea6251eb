import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { runs } from '../../support/full.ts';
import { logLayoutOf } from '../../support/logLayout.ts';

const sessionId = '00000001-1111-4222-8333-444455556666';
const timestamp = '2026-11-20T09:00:00.000Z';

function claudeStates(): readonly JsonObject[] {
  const types = [
    ...['agent-color', 'agent-name', 'agent-setting', 'artifact-autoreact-ledger', 'atis-latch'],
    ...['attribution-snapshot', 'bridge-session', 'content-replacement', 'cost-state'],
    ...['file-history-delta', 'file-history-snapshot', 'fork-context-ref', 'frame-link'],
    ...['isolation-latch', 'last-prompt', 'marble-origami-snapshot', 'mode', 'observer-ref'],
    ...['permission-mode', 'relocated', 'speculation-accept', 'tag', 'task-summary', 'tools-used'],
    ...['worktree-state', 'api-request', 'api-request-blob', 'saved_hook_context'],
  ];
  const chained = {
    parentUuid: null,
    uuid: 'of-a-state',
    isSidechain: false,
    sessionId,
    timestamp,
  };
  const systems = ['api_metrics', 'bridge_status', 'stop_hook_summary', 'turn_duration'];
  const attachments = ['hook_success', 'hook_additional_context', 'task_reminder', 'skill_listing'];
  return [
    ...types.map((type) => ({ type, sessionId })),
    { ...chained, type: 'saved_hook_context', content: ['Remember'] },
    { ...chained, type: 'progress', data: { type: 'hook_progress' } },
    ...systems.map((subtype) => ({ ...chained, type: 'system', subtype })),
    ...attachments.map((type) => ({ ...chained, type: 'attachment', attachment: { type } })),
  ];
}

/** Records of the program's own state; the other agents write none, or keep no logs. */
const states: Readonly<Record<string, readonly JsonObject[]>> = {
  claude: claudeStates(),
  codex: [
    ...['background_event', 'plan_update', 'session_configured', 'turn_diff', 'item_started'].map(
      (type) => ({ timestamp, type: 'event_msg', payload: { type } }),
    ),
    { timestamp, type: 'turn_context', payload: { model: 'm' } },
    { timestamp, type: 'response_item', payload: { type: 'ghost_snapshot' } },
  ],
  copilot: [
    ...['assistant.turn_start', 'hook.start', 'hook.end', 'permission.requested'],
    ...['permission.completed', 'session.mode_changed', 'session.usage_checkpoint'],
    ...['session.context_changed', 'subagent.selected', 'tool_search.activated'],
  ].map((type) => ({ type, id: 'of-a-state', parentId: null, timestamp, data: {} })),
  gemini: [{ $set: { lastUpdated: timestamp } }],
};

interface Line {
  readonly text: string;
  /** Place in the log as it was; -1 for one that was put in. */
  readonly origin: number;
}

/** What is seen of a log and sent to a model, by the lines as they were. */
function shownOf(lines: readonly Line[], adapter: AgentAdapter) {
  const { settled } = logLayoutOf(adapter);
  const index = new LogIndex(adapter.decode);
  const records = settled?.(lines.map(({ text }) => JSON.parse(text) as JsonObject));
  let offset = 0;
  for (const [place, { text }] of lines.entries()) {
    const bytes = new TextEncoder().encode(text);
    const source = { line: place + 1, offset, length: bytes.length };
    const value = records?.[place];
    index.push(value === undefined ? { bytes, source, windowsEnd: false } : { value, source });
    offset += bytes.length + 1;
  }
  const { visible, transcript, facts, problemCounts, conversation } = index;
  const rows = Array.from({ length: visible.length }, (_, place) => {
    const number = visible.at(place) ?? -1;
    const ref = number < 0 ? undefined : transcript.rows.get(number);
    return ref === undefined
      ? 'branch'
      : `${ref.kind} ${lines[ref.line - 1]?.origin}.${ref.event} ${lines[ref.endLine - 1]?.origin}`;
  });
  const told = conversation.lines().map((line) => lines[line - 1]?.origin);
  const { name, usage } = facts;
  return { rows, told, name, usage, problemCounts };
}

describe('States of a program', () => {
  for (const [id, records] of Object.entries(states)) {
    const adapter = adapters.find((each) => each.id === id);
    assert.ok(adapter);
    const logs = fixtureFiles(id).map(({ name, bytes }) => ({
      name,
      lines: Buffer.from(bytes)
        .toString()
        .trimEnd()
        .split('\n')
        .map((text, origin) => ({ text, origin })),
    }));

    it(`add no row and change no count, wherever ${id} writes them`, () => {
      const place = fc.record({ at: fc.nat(), state: fc.constantFrom(...records) });
      for (const { name, lines } of logs) {
        if (logLayoutOf(adapter).settled !== undefined && !lines.every(isJson)) {
          continue;
        }
        const wanted = shownOf(lines, adapter);
        fc.assert(
          fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), (places) => {
            const all: Line[] = [...lines];
            for (const { at, state } of places) {
              // What a log begins with may be whose it is.
              const from = 1 + (at % all.length);
              all.splice(from, 0, { text: JSON.stringify(state), origin: -1 });
            }
            assert.deepEqual(shownOf(all, adapter), wanted, name);
          }),
          { numRuns: runs(30) },
        );
      }
    });
  }
});

function isJson({ text }: Line): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
