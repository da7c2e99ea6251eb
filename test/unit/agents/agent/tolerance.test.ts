import { agentAdapter } from '#agents/agent/adapter.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { hostileSuite, recordsOf } from '../../../support/hostileRecords.ts';

hostileSuite(agentAdapter, recordsOf(fixtureFiles('agent')), [
  'session',
  'message',
  'compaction',
  'branch',
]);
