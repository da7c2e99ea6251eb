import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { adapters } from '#agents/registry.ts';
import { agentIdFaults } from '../support/agentIds.ts';
import { productFiles } from '../support/importGraph.ts';

describe("an agent's id", () => {
  const ids = adapters.map((adapter) => adapter.id);

  it('decides nothing outside the registry', () => {
    const faults = productFiles(process.cwd())
      .filter((path) => path !== 'src/agents/registry.ts')
      .flatMap((path) => agentIdFaults(path, readFileSync(path, 'utf8'), ids));
    assert.deepEqual(faults, []);
  });

  it('is seen where it decides', () => {
    for (const text of [
      `if (session.agent === 'keen') {}`,
      `if ('keen' != agent) {}`,
      `if (session.agent === keenAdapter.id) {}`,
      `switch (agent) { case 'keen': break; }`,
      `const icons = { keen: 'comment' };`,
      `const icons = { 'keen': () => 1 };`,
      `icons['keen'];`,
    ]) {
      assert.equal(agentIdFaults('planted.ts', text, ['keen']).length, 1, text);
    }
  });

  it('is seen where it is also a word of this program', () => {
    for (const text of [
      `if (session.agent === 'agent') {}`,
      `if ('agent' === adapter.id) {}`,
      `switch (session.agent) { case 'agent': break; }`,
      `if (agentId === 'agent') {}`,
    ]) {
      assert.equal(agentIdFaults('planted.ts', text, ['agent']).length, 1, text);
    }
    for (const text of [
      `const summary = { agent: adapter.id };`,
      `if (groupBy === 'agent') {}`,
      `switch (node.kind) { case 'agent': break; }`,
    ]) {
      assert.deepEqual(agentIdFaults('planted.ts', text, ['agent']), [], text);
    }
  });

  it('may be named where nothing is decided by it', () => {
    const text = `const adapter = { id: 'keen' }; run('keen', ['--resume', id]); a.agent === b.agent;`;
    assert.deepEqual(agentIdFaults('planted.ts', text, ['keen']), []);
  });
});
