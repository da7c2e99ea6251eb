import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { fixtureFiles, fixturesFolder } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

const folder = join(fixturesFolder('gemini'), 'documents');
const documents = readdirSync(folder).map((file) => ({
  name: `documents/${file.replace(/\.json$/, '')}`,
  bytes: new TextEncoder().encode(readFileSync(join(folder, file), 'utf8')),
}));

goldenSuite(geminiAdapter, [...fixtureFiles('gemini'), ...documents], (name) => {
  const place = '.gemini/tmp/project';
  return name.startsWith('documents/saved')
    ? `${place}/checkpoint-notes.json`
    : `${place}/chats/session-2026-11-20T09-00-5e550000.${name.startsWith('documents/') ? 'json' : 'jsonl'}`;
});
