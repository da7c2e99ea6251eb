// Entry of `npm run bench`. Only plain syntax here: an old Node must get as far as its own sentence.
import { isNodeNewEnough, oldNodeSentence } from './vscode/nodeVersion.mjs';

if (isNodeNewEnough(process.versions.node)) {
  void import('./bench/runBench.mjs');
} else {
  console.error(oldNodeSentence(process.versions.node));
  process.exit(1);
}
