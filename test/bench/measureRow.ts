import { fullScale, quickScale } from './row.ts';
import { benchRows } from './rows.ts';

// Measures one row in a process of its own: `node measureRow.js NAME full|quick`, started by main.ts.
const [name, scale] = process.argv.slice(2);
const row = benchRows.find((candidate) => candidate.name === name);
if (row === undefined || process.send === undefined) {
  throw new Error('This is a part of `npm run bench`.');
}
process.send(await row.find(scale === 'quick' ? quickScale : fullScale));
process.disconnect();
