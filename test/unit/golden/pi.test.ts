import { hash } from '#store/disk/hash.ts';
import { basename, join } from 'node:path';
import { piAdapter } from '#agents/pi/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';
import { logLayoutOf } from '../../support/logLayout.ts';

goldenSuite(piAdapter, fixtureFiles('pi'), (name) =>
  join(
    '.pi/agent/sessions',
    logLayoutOf(piAdapter).folderFor?.('/home/user/project', hash) ?? '',
    `2026-03-15T10-00-00-000Z_${basename(name)}.jsonl`,
  ),
);
