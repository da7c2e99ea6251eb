import { hash } from '#store/disk/hash.ts';
import { basename, join } from 'node:path';
import { fenAdapter } from '#agents/fen/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';
import { logLayoutOf } from '../../support/logLayout.ts';

goldenSuite(fenAdapter, fixtureFiles('fen'), (name) =>
  join(
    '.local/state/fen/sessions',
    logLayoutOf(fenAdapter).folderFor?.('/home/user/project', hash) ?? '',
    `2026-08-05T10-11-12_${basename(name)}.jsonl`,
  ),
);
