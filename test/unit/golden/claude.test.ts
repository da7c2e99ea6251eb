import { hash } from '#store/disk/hash.ts';
import { join } from 'node:path';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';
import { logLayoutOf } from '../../support/logLayout.ts';

goldenSuite(claudeAdapter, fixtureFiles('claude'), () =>
  join(
    '.claude/projects',
    logLayoutOf(claudeAdapter).folderFor?.('/home/user/project', hash) ?? '',
    '0199c0de-0000-4000-8000-000000000001.jsonl',
  ),
);
