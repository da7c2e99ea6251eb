import { readFileSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './manifest.ts';

/* Writes the parts of package.json and its texts that follow from tables here and in src. */
for (const [file, text] of Object.entries(generatedFiles((name) => readFileSync(name, 'utf8')))) {
  writeFileSync(file, text);
}
