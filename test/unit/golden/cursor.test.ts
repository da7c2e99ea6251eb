import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cursorAdapter } from '#agents/cursor/adapter.ts';
import { fixtureFiles, fixturesFolder } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

const folder = join(fixturesFolder('cursor'), 'texts');
const texts = readdirSync(folder).map((file) => ({
  name: `texts/${file.replace(/\.txt$/, '')}`,
  bytes: new TextEncoder().encode(
    readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'),
  ),
}));

goldenSuite(cursorAdapter, [...fixtureFiles('cursor'), ...texts], (name) => {
  const id = '5e55a1b2-0000-4000-8000-000000000001';
  const place = '.cursor/projects/home-user-project/agent-transcripts';
  return name.startsWith('texts/') ? `${place}/${id}.txt` : `${place}/${id}/${id}.jsonl`;
});
