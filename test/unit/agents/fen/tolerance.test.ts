import { fenAdapter } from '#agents/fen/adapter.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { hostileSuite, recordsOf } from '../../../support/hostileRecords.ts';

hostileSuite(fenAdapter, recordsOf(fixtureFiles('fen')), [
  'session',
  'message',
  'compaction',
  'extension-state',
]);
