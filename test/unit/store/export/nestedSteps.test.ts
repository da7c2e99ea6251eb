import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '#core/rows/row.ts';
import { findSecrets } from '#store/export/secretRules.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { claudePath, claudeSession, storeOfAll } from '../support/agentLogs.ts';
import { home, line, project } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const path = claudePath('parent');
const agentPath = (id: string) => path.replace(/\.jsonl$/, `/subagents/agent-${id}.jsonl`);
const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

function record(uuid: string, type: 'user' | 'assistant', content: unknown, more: object = {}) {
  const parentUuid = 'isSidechain' in more && uuid.endsWith('1') ? null : 'u2';
  return line({
    ...{ parentUuid, isSidechain: false, cwd: project, sessionId: 'parent', type, uuid },
    ...{ message: { role: type, content }, timestamp: '2026-11-20T09:00:00.000Z', ...more },
  });
}

/** A call of a sub-agent with its answer. */
function calls(id: string, more: object = {}, place = ''): string {
  const input = { description: 'Look', prompt: 'Look' };
  return (
    record(`c${id}${place}`, 'assistant', [{ type: 'tool_use', id, name: 'Task', input }], more) +
    record(`d${id}${place}`, 'user', [{ type: 'tool_result', tool_use_id: id, content: 'Found' }], {
      ...more,
      toolUseResult: { agentId: id },
    })
  );
}

const ofAgent = (agentId: string) => ({ isSidechain: true, agentId });

describe('an exported call of a sub-agent', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'nested-steps-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function exporterOf(files: Readonly<Record<string, string>>) {
    const disk = new MemoryFileSystem();
    for (const [name, text] of Object.entries(files)) {
      disk.put(name, text);
    }
    const rows: Row[] = [];
    const exporter = new TranscriptExporter({
      store: storeOfAll(disk),
      home,
      loadDocuments: () =>
        Promise.resolve(() => ({
          begin: () => '',
          row: (row: Row) => {
            rows.push(row);
            return '';
          },
          end: () => '',
        })),
      loadSecrets: () => Promise.resolve(findSecrets),
    });
    const file = join(folder, 'out');
    return { exporter, file, rows };
  }

  const nested = {
    [path]: claudeSession('parent') + calls('a1'),
    [agentPath('a1')]:
      record('s1', 'user', 'Look', ofAgent('a1')) +
      record('s2', 'assistant', [{ type: 'text', text: `Key ${secret}` }], ofAgent('a1')) +
      calls('a2', ofAgent('a1')),
    [agentPath('a2')]: record('t1', 'user', 'Deeper', ofAgent('a2')),
  };

  it('quotes what it did, and what its own sub-agents did', async () => {
    const { exporter, file } = exporterOf(nested);
    await exporter.export({ path, file, format: 'markdown' });
    const text = readFileSync(file, 'utf8');
    assert.match(text, /What the sub-agent did: 1 tool call\n\n> > Look\n/);
    assert.match(text, /\n> > > Deeper\n/);
  });

  it('is searched for secrets and has none if redacted', async () => {
    const { exporter, file, rows } = exporterOf(nested);
    const { secrets } = await exporter.scan({ path });
    assert.equal(secrets.length, 1);
    await exporter.export({ path, file, format: 'html', redact: true });
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret));
    assert.match(JSON.stringify(rows), /Deeper/);
  });

  it('is copied without it', async () => {
    const { exporter } = exporterOf(nested);
    const texts: string[] = [];
    const range = { filter: 'all', from: '3.0', to: '3.0' } as const;
    await exporter.markdown({ path, rows: range, maxChars: 1e6 }, undefined, ({ text }) => {
      texts.push(text);
      return Promise.resolve();
    });
    assert.doesNotMatch(texts.join(''), /Deeper|What the sub-agent did/);
  });

  it('has its first rows, and says how many more there are', async () => {
    const many = Array.from({ length: 250 }, (_, at) =>
      record(`m${at}0`, 'assistant', [{ type: 'text', text: `Step ${at}` }], ofAgent('a1')),
    );
    const { exporter, file } = exporterOf({ ...nested, [agentPath('a1')]: many.join('') });
    await exporter.export({ path, file, format: 'markdown' });
    const text = readFileSync(file, 'utf8');
    assert.match(text, /Step 199/);
    assert.doesNotMatch(text, /Step 200/);
    assert.match(text, /50 more rows in the sub-agent’s own log/);
  });

  it('has nothing of it once the file has a lot of others', async () => {
    const steps = Array.from({ length: 200 }, (_, at) =>
      record(`m${at}0`, 'assistant', [{ type: 'text', text: `Step ${at}` }], ofAgent('a1')),
    ).join('');
    const { exporter, file } = exporterOf({
      [path]:
        claudeSession('parent') +
        Array.from({ length: 30 }, (_, at) => calls('a1', {}, ` ${at}`)).join(''),
      [agentPath('a1')]: steps,
    });
    await exporter.export({ path, file, format: 'markdown' });
    const text = readFileSync(file, 'utf8');
    assert.equal(text.match(/Step 199/g)?.length, 25);
    assert.equal(text.match(/What this sub-agent did is left out/g)?.length, 5);
  });
});
