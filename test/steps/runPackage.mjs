import { runMain } from '../vscode/missing.mjs';
import { packageStep, packageSummary } from './packageStep.mjs';

await runMain(async () => {
  const { failed } = await packageStep({
    grep: undefined,
    verbose: false,
    onOutput: (text) => process.stderr.write(text),
  });
  if (failed === 0) {
    console.log(packageSummary());
  }
  return failed === 0 ? 0 : 1;
});
