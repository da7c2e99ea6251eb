import { join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

// Rows of the database are decoded like lines; that the store makes such lines of them is a test of
// its own (sqliteFileSystem.test.ts).
goldenSuite(agentAdapter, fixtureFiles('agent'), (name) =>
  join('.config/agent/sessions', `20260226-143012-${name.replaceAll('/', '-')}.jsonl`),
);
