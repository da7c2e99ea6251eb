import { basename, join } from 'node:path';
import { fenAdapter } from '#agents/fen/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

goldenSuite(fenAdapter, fixtureFiles('fen'), (name) =>
  join(
    '.local/state/fen/sessions',
    fenAdapter.layout.folderFor('/home/user/project'),
    `2026-08-05T10-11-12_${basename(name)}.jsonl`,
  ),
);
