import { piAdapter } from '#agents/pi/adapter.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { hostileSuite, recordsOf } from '../../../support/hostileRecords.ts';

hostileSuite(piAdapter, recordsOf(fixtureFiles('pi')), [
  'session',
  'message',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
  'usage',
  'context_edit',
  'model_change',
]);
