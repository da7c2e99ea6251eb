// Makes the demo in `dist/demo`, where `.vscode/launch.json` opens it: a home with the workspace in it,
// and the scripted model beside it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeScriptedModel } from '../steps/helperPackage.mjs';
import { runMain } from '../vscode/missing.mjs';
import { inRepository } from '../vscode/repository.mjs';
import { makeDemo } from './demo.mjs';
import { demoSettings } from './demoSettings.mjs';

await runMain(async () => {
  const folder = inRepository('dist', 'demo');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { workspace } = await makeDemo(folder);
  // The window has a profile of its own, which only its workspace can give settings.
  mkdirSync(join(workspace, '.vscode'));
  writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify(demoSettings));
  await writeScriptedModel(join(folder, 'scripted-model'));
  return 0;
});
