import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapterById } from '#agents/registry.ts';
import { tokensOf } from '#core/events/usage.ts';
import type { AgentId } from '#core/events/session.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { KnownPrices } from '#store/session/knownPrices.ts';
import { pricedProviders } from '../build/prices.mjs';
import { fixtureFiles } from '../support/fixtures.ts';
import { storeOf } from './ours.ts';

const program = process.env.SESSION_BROWSER_CCUSAGE ?? '';
const cwd = '/home/user/project';

/** Input, output, cache reads, cache writes; US dollars. */
interface Sum {
  tokens: readonly [number, number, number, number];
  cost: number;
}
type Sums = ReadonlyMap<string, Sum>;

/** What a request of Claude Code used: input, output, cache reads, writes for five minutes and for an hour. */
type Used = readonly [number, number, number, number, number];

/** The same models and amounts in each test; none of long requests, whose prices the two understand differently. */
const models = ['claude-opus-4-5-20251101', 'claude-haiku-4-5-20251001', 'claude-sonnet-4-6'];
const requests: readonly Used[] = [
  [12, 900, 0, 21_000, 0],
  [3, 1_500, 21_000, 4_000, 0],
  [7, 20, 25_000, 0, 90_000],
];

describe('ccusage', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'ccusage-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('adds up the same tokens and cents of Claude Code, each answer once', async () => {
    for (const [at, model] of models.entries()) {
      const used = requests.map((counts, index) => claudeAnswer(at, index, model, counts));
      const repeated = used.flatMap((line) => [line, line]);
      write(`.claude/projects/-home-user-project/${idOf(at)}.jsonl`, [
        claudePrompt(at),
        ...repeated,
      ]);
    }
    await assertSame('claude', 'cost');
  });

  it('adds up the same tokens and cents of Codex, whose log tells running sums', async () => {
    const file = `rollout-2026-11-20T10-00-00-${idOf(0)}.jsonl`;
    for (const model of ['gpt-5.1-codex', 'gpt-5.4']) {
      write(`.codex/sessions/2026/11/20/${file}`, codexLog(0, model));
      await assertSame('codex', 'cost');
    }
  });

  it('adds up the same tokens of Codex’s own logs', async () => {
    for (const { name, bytes } of fixtureFiles('homes/codexThreads')) {
      write(`.codex/${name}.jsonl`, [new TextDecoder().decode(bytes)]);
    }
    await assertSame('codex', 'tokens');
  });

  function write(path: string, lines: readonly (string | object)[]): void {
    const file = join(home, path);
    mkdirSync(join(file, '..'), { recursive: true });
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(file, `${texts.join('\n')}\n`);
  }

  async function assertSame(agent: AgentId, what: 'cost' | 'tokens'): Promise<void> {
    const [ours, theirs] = [await oursOf(agent, home), theirsOf(agent, home)];
    assert.ok(ours.size > 0);
    assert.deepEqual(tokensIn(ours), tokensIn(theirs));
    for (const [key, { cost }] of what === 'cost' ? ours : []) {
      assert.ok(Math.abs(cost - (theirs.get(key)?.cost ?? NaN)) < 0.005, `${key}: ${cost}`);
    }
  }
});

function claudePrompt(at: number): object {
  return claudeRecord(at, 0, {
    type: 'user',
    message: { role: 'user', content: 'Trim the sails' },
  });
}

function claudeAnswer(at: number, index: number, model: string, used: Used): object {
  const [input_tokens, output_tokens, cache_read_input_tokens, short, long] = used;
  const usage = {
    ...{ input_tokens, output_tokens, cache_read_input_tokens },
    cache_creation_input_tokens: short + long,
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
  };
  const id = `msg_${at}${index}`;
  const content = [{ type: 'text', text: 'Trimmed.' }];
  const message = { id, type: 'message', role: 'assistant', model, content, usage };
  return claudeRecord(at, index + 1, {
    type: 'assistant',
    requestId: `req_${at}${index}`,
    message,
  });
}

function claudeRecord(at: number, index: number, more: object): object {
  const uuid = (place: number) => `000000${at}${place}-0000-4000-8000-000000000001`;
  return {
    ...{
      parentUuid: index === 0 ? null : uuid(index - 1),
      isSidechain: false,
      userType: 'external',
    },
    ...{ cwd, sessionId: idOf(at), version: '2.1.0', uuid: uuid(index) },
    ...{ timestamp: `2026-11-2${at}T10:00:0${index}.000Z`, ...more },
  };
}

function codexLog(at: number, model: string): readonly object[] {
  const line = (second: number, type: string, payload: object) => {
    return { timestamp: `2026-11-20T10:00:0${second}.000Z`, type, payload };
  };
  const id = idOf(at);
  const head = { id, timestamp: '2026-11-20T10:00:00.000Z', cwd, cli_version: '0.60.0' };
  const usage = (requested: readonly (readonly [number, number, number])[]) => {
    const sum = (part: 0 | 1 | 2) => requested.reduce((added, one) => added + one[part], 0);
    const [input_tokens, cached_input_tokens, output_tokens] = [sum(0), sum(1), sum(2)];
    const total_tokens = input_tokens + output_tokens;
    const counts = { input_tokens, cached_input_tokens, output_tokens, total_tokens };
    return { ...counts, reasoning_output_tokens: 0 };
  };
  const asked = [
    [20_000, 0, 300],
    [42_000, 20_000, 1_000],
    [90_000, 41_000, 2_500],
  ] as const;
  return [
    line(0, 'session_meta', { ...head, originator: 'codex_cli_rs' }),
    line(1, 'turn_context', { cwd, model }),
    line(2, 'event_msg', { type: 'user_message', message: 'Trim the sails' }),
    ...asked.map((one, index) => {
      const info = {
        total_token_usage: usage(asked.slice(0, index + 1)),
        last_token_usage: usage([one]),
      };
      return line(3 + index, 'event_msg', { type: 'token_count', info });
    }),
  ];
}

function tokensIn(sums: Sums) {
  return [...sums].map(([key, { tokens }]) => [key, ...tokens]).sort();
}

async function oursOf(agent: AgentId, home: string): Promise<Sums> {
  const adapter = adapterById(agent);
  assert.ok(adapter);
  const providers = await pricedProviders();
  const store = storeOf(adapter, home, new KnownPrices(() => providers));
  const sums = new Map<string, Sum>();
  const [listing] = await store.list('all');
  const paths = (listing?.sessions ?? []).map(({ path }) => path);
  await readNumbers(store, paths, ({ sessions }) => {
    for (const cell of sessions.flatMap(({ cells }) => cells)) {
      if (tokensOf(cell) > 0) {
        const before = sums.get(cell.model) ?? { tokens: [0, 0, 0, 0], cost: 0 };
        const counts = [cell.input, cell.output, cell.cacheRead, cell.cacheWrite];
        const [input = 0, output = 0, read = 0, written = 0] = counts.map(
          (count, at) => count + (before.tokens[at] ?? 0),
        );
        const tokens = [input, output, read, written] as const;
        sums.set(cell.model, { tokens, cost: before.cost + cell.cost });
      }
    }
    return Promise.resolve();
  });
  return sums;
}

interface TheirCounts {
  readonly modelName?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
  readonly cost?: number;
}

function theirsOf(agent: AgentId, home: string): Sums {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, agent, 'monthly', '--offline', '--json', '--breakdown'],
    {
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env.PATH, HOME: home },
        ...{ CLAUDE_CONFIG_DIR: join(home, '.claude'), CODEX_HOME: join(home, '.codex') },
      },
    },
  );
  assert.match(stdout, /^\{/, stderr);
  const report = JSON.parse(stdout) as {
    readonly monthly: readonly {
      readonly modelBreakdowns?: readonly TheirCounts[];
      readonly models?: Readonly<Record<string, TheirCounts>>;
      /** Of all models. */
      readonly costUSD?: number;
    }[];
  };
  return new Map(
    report.monthly.flatMap(({ modelBreakdowns = [], models: named = {}, costUSD }) =>
      [
        ...modelBreakdowns,
        ...Object.entries(named).map(([modelName, counts]) => ({ ...counts, modelName })),
      ].map((counts): readonly [string, Sum] => {
        const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = counts;
        const tokens = [inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens] as const;
        return [counts.modelName ?? '', { tokens, cost: counts.cost ?? costUSD ?? NaN }];
      }),
    ),
  );
}

function idOf(at: number): string {
  return `0000000${at}-0000-4000-8000-000000000000`;
}
