// Entry of `npm run test:electron`. Only plain syntax here: an old Node must get as far as its own
// sentence.
import { isNodeNewEnough, oldNodeSentence } from './vscode/nodeVersion.mjs';

if (isNodeNewEnough(process.versions.node)) {
  void import('./steps/runElectron.mjs');
} else {
  console.error(oldNodeSentence(process.versions.node));
  process.exit(1);
}
