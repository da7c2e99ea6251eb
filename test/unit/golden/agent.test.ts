import { join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

// Database rows are decoded like lines; turning them into such lines is tested in test/sqlite.
goldenSuite(agentAdapter, fixtureFiles('agent'), (name) =>
  join('.config/agent/sessions', `20260226-143012-${name.replaceAll('/', '-')}.jsonl`),
);
