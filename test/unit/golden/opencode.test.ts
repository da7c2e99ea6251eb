import { basename, join } from 'node:path';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';
import { opencodeRecords } from '../../support/opencodeRecords.ts';

goldenSuite(opencodeRecords, fixtureFiles('opencode'), (name) =>
  join('opencode', `ses_${basename(name)}.jsonl`),
);
