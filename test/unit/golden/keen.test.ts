import { hash } from '#store/disk/hash.ts';
import { basename, join } from 'node:path';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';
import { keenFixtures } from '../../support/keenFixtures.ts';
import { logLayoutOf } from '../../support/logLayout.ts';

// The session's own folder, named like the fixture, so that a fallback ID is visible.
goldenSuite(keenAdapter, keenFixtures(), (name) =>
  join(
    '.keen',
    'sessions',
    logLayoutOf(keenAdapter).folderFor?.('/home/user/project', hash) ?? '',
    basename(name),
    'transcript_events.jsonl',
  ),
);
