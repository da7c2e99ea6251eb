// Entry of `npm run test:watch`. Plain syntax only, so that an old Node can report that it is too old.
import { isNodeNewEnough, oldNodeSentence } from './vscode/nodeVersion.mjs';

if (isNodeNewEnough(process.versions.node)) {
  void import('./steps/watchTests.mjs');
} else {
  console.error(oldNodeSentence(process.versions.node));
  process.exit(1);
}
