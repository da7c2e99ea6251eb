import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vscodeAdapter } from '#agents/vscode/adapter.ts';
import { fixtureFiles, fixturesFolder } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

const folder = join(fixturesFolder('vscode'), 'documents');
const documents = readdirSync(folder).map((file) => ({
  name: `documents/${file.replace(/\.json$/, '')}`,
  bytes: new TextEncoder().encode(readFileSync(join(folder, file), 'utf8')),
}));

goldenSuite(vscodeAdapter, [...fixtureFiles('vscode'), ...documents], (name) => {
  const window = '.config/Code/User/workspaceStorage/1f0e';
  if (name.startsWith('transcripts/')) {
    return `${window}/GitHub.copilot-chat/transcripts/5e55a1b2.jsonl`;
  }
  const place = `${window}/chatSessions/5e55a1b2`;
  return `${place}.${name.startsWith('documents/') ? 'json' : 'jsonl'}`;
});
