import assert from 'node:assert/strict';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
import {
  importCircles,
  layerFaults,
  reachedFrom,
  readImports,
  type Import,
} from '../support/importGraph.ts';

/* The fourth guard of the dependency rule; the others are in architecture.test.ts. */

let copy: CheckoutCopy;
let product: readonly Import[];
before(async () => {
  copy = new CheckoutCopy();
  product = await readImports(process.cwd());
});
afterEach(() => {
  copy.clean();
});
after(() => {
  copy.dispose();
});

describe('the import graph as guard', () => {
  it('has no import against the dependency rule', () => {
    assert.deepEqual(layerFaults(product), []);
  });

  it('has no circle', () => {
    assert.deepEqual(importCircles(product), []);
  });

  it('ships no schema library and no Node module to the page', () => {
    const reached = reachedFrom('webview', product);
    assert.ok(reached.has('preact'), 'The graph of the page is empty.');
    assert.deepEqual(
      [...reached].filter((name) => /^(zod|node:|vscode$)/.test(name)),
      [],
    );
  });

  it('draws documents without anything that only a page has', () => {
    const reached = reachedFrom('webview/document', product);
    assert.ok(reached.has('webview/rows/RowContent.tsx'), 'The graph of documents is empty.');
    assert.deepEqual(
      [...reached].filter((name) =>
        /^(zod|node:|vscode$|@vscode\/(?!codicons\/src\/icons\/))|^webview\/(model|virtual|find|page)\//.test(
          name,
        ),
      ),
      [],
    );
  });

  it('sees a planted import at run time, of a type and from one adapter to another', async () => {
    copy.plant('src/core/planted.ts', `export * from '#store/list/sessionList.ts';\n`);
    copy.plant('src/store/planted.ts', `export type { Log } from '#host/vscode/log.ts';\n`);
    copy.plant('src/agents/other/planted.ts', `export * from '../keen/namespace.ts';\n`);
    copy.plant('webview/planted.ts', `export * from '#agents/registry.ts';\n`);
    copy.plant('webview/alsoPlanted.ts', `export * from './document/anchorOf.ts';\n`);
    copy.plant('src/elsewhere/planted.ts', `export * from '#core/events/diff.ts';\n`);
    assert.deepEqual([...layerFaults(await readImports(copy.root))].sort(), [
      'src/agents/other/planted.ts imports src/agents/keen/namespace.ts: src/agents/keen is not below src/agents/other.',
      'src/core/planted.ts imports src/store/list/sessionList.ts, which src/core may not.',
      'src/elsewhere/planted.ts belongs to no layer.',
      'src/store/planted.ts imports src/host/vscode/log.ts, which src/store may not.',
      'webview/alsoPlanted.ts imports webview/document/anchorOf.ts, which webview may not.',
      'webview/planted.ts imports src/agents/registry.ts, which webview may not.',
    ]);
  });

  it('sees a planted import from a room to one above it, and a circle', async () => {
    copy.plant('src/host/worker/planted.ts', `export * from '../vscode/alsoPlanted.ts';\n`);
    copy.plant('src/host/vscode/alsoPlanted.ts', `export * from '../worker/planted.ts';\n`);
    copy.plant('src/store/disk/planted.ts', `export * from '../session/rowPlace.ts';\n`);
    copy.plant('src/host/cellar/planted.ts', `export * from '../vscode/log.ts';\n`);
    copy.plant(
      'src/host/vscode/planted.ts',
      `export type { Tree } from '../tree/sessionTree.ts';\n`,
    );
    copy.plant('src/host/chat/record/planted.ts', `export * from '../turn/compact.ts';\n`);
    copy.plant('webview/rows/planted.ts', `export * from '../page/controls.ts';\n`);
    const imports = await readImports(copy.root);
    assert.deepEqual([...layerFaults(imports)].sort(), [
      'src/host/cellar is no room of src/host.',
      'src/host/chat/record/planted.ts imports src/host/chat/turn/compact.ts: src/host/chat/turn is not below src/host/chat/record.',
      'src/host/vscode/alsoPlanted.ts imports src/host/worker/planted.ts: src/host/worker is not below src/host/vscode.',
      'src/host/vscode/planted.ts imports src/host/tree/sessionTree.ts: src/host/tree is not below src/host/vscode.',
      'src/store/disk/planted.ts imports src/store/session/rowPlace.ts: src/store/session is not below src/store/disk.',
      'webview/rows/planted.ts imports webview/page/controls.ts: webview/page is not below webview/rows.',
    ]);
    assert.deepEqual(importCircles(imports), [
      'src/host/worker/planted.ts → src/host/vscode/alsoPlanted.ts → src/host/worker/planted.ts',
    ]);
  });
});
