import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
import {
  importCircles,
  layerFaults,
  reachedFrom,
  readImports,
  type Import,
} from '../support/importGraph.ts';

/*
 * Two guards enforce the dependency rule of src/README.md. Each runs here on the actual sources and on
 * planted violations, since a guard that cannot fail guards nothing.
 */

let copy: CheckoutCopy;
before(() => {
  copy = new CheckoutCopy();
});
afterEach(() => {
  copy.clean();
});
after(() => {
  copy.dispose();
});

describe('the compiler as guard', () => {
  it('knows no Node, no page and no VS Code in plain layers', () => {
    const text = [
      'export const a = process.pid;',
      'export const b = document.title;',
      'export const c = Buffer.from("");',
      'export type D = import("vscode").Uri;',
    ].join('\n');
    const layers = ['base', 'core', 'agents', 'protocol'].map((layer) => `src/${layer}`);
    for (const layer of layers) {
      copy.plant(`${layer}/planted.ts`, text);
      copy.plant(`${layer}/fine.ts`, 'export const fine = 1;');
    }
    const compiler = join(process.cwd(), 'node_modules/@typescript/native/bin/tsc');
    const args = [compiler, '-b', '--pretty', 'false', ...layers];
    const { stdout } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8' });
    const messages = stdout.split('\n');
    for (const layer of layers) {
      const found = messages.filter((message) => message.startsWith(`${layer}/planted.ts`));
      for (const name of ['process', 'document', 'Buffer']) {
        assert.ok(
          found.some((message) => message.includes(`'${name}'`)),
          `${name} compiles in ${layer}: ${stdout}`,
        );
      }
    }
    assert.deepEqual(
      messages.filter((message) => message.includes('fine.ts')),
      [],
    );
  });
});

describe('the import graph as guard', () => {
  /** Files that the planted ones import, one in each place. */
  const targets = [
    ...['core', 'agents', 'store', 'protocol', 'host'].map((layer) => `src/${layer}/target.ts`),
    ...['replay', 'replay/model', 'replay/virtual', 'replay/find', 'replay/rows', 'document'].map(
      (room) => `webview/${room}/target.ts`,
    ),
  ];
  const plantTargets = () => {
    for (const path of targets) {
      copy.plant(path, 'export const target = 1;');
    }
  };
  const forbidden: Readonly<Record<string, readonly string[]>> = {
    'src/base/planted.ts': ['vscode', 'node:fs', 'zod', '#core/target.ts', '#host/target.ts'],
    'src/core/planted.ts': [
      'vscode',
      'node:fs',
      'fs',
      'fs/promises',
      'zod',
      'zod/mini',
      'preact',
      '#agents/target.ts',
      '#store/target.ts',
      '#protocol/target.ts',
      '#host/target.ts',
      '../host/target.ts',
      '../../webview/replay/model/target.ts',
    ],
    'src/agents/keen/planted.ts': [
      'vscode',
      'node:path',
      'zod',
      'path',
      'preact',
      '#store/target.ts',
      '#protocol/target.ts',
      '#host/target.ts',
      '../../store/target.ts',
    ],
    'src/protocol/planted.ts': [
      'vscode',
      'node:fs',
      'preact',
      '#agents/target.ts',
      '#store/target.ts',
      '#host/target.ts',
    ],
    'src/store/planted.ts': [
      'vscode',
      'preact',
      '#host/target.ts',
      '../../webview/replay/model/target.ts',
    ],
    'src/inspect/planted.ts': ['vscode', 'preact', '#host/target.ts'],
    'src/mcp/planted.ts': ['vscode', 'preact', '#host/target.ts'],
    'src/host/planted.ts': ['preact', '@preact/signals', '../../webview/replay/model/target.ts'],
    'webview/planted.tsx': [
      'vscode',
      'node:fs',
      'zod',
      'zod/mini',
      '#agents/target.ts',
      '#store/target.ts',
      '#host/target.ts',
      '../src/host/target.ts',
      './document/target.ts',
    ],
    'webview/replay/rows/planted.tsx': ['../target.ts', '../model/target.ts', '../find/target.ts'],
    'webview/document/planted.tsx': [
      'vscode',
      'node:fs',
      'zod',
      '#store/target.ts',
      '@vscode/webview-ui-toolkit',
      '../replay/target.ts',
      '../replay/model/target.ts',
      '../replay/virtual/target.ts',
      '../replay/find/target.ts',
    ],
  };
  const allowed = [
    ['src/core/allowed.ts', './target.ts'],
    ['src/agents/keen/allowed.ts', '#core/target.ts'],
    ['src/protocol/allowed.ts', 'zod/mini'],
    ['src/store/allowed.ts', 'node:fs'],
    ['src/host/allowed.ts', 'vscode'],
    ['webview/allowed.tsx', '#protocol/target.ts'],
    ['webview/document/allowed.tsx', '../replay/rows/target.ts'],
  ] as const;
  let product: readonly Import[];
  before(async () => {
    product = await readImports(process.cwd());
  });

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
    assert.ok(
      reached.has('webview/replay/rows/RowContent.tsx'),
      'The graph of documents is empty.',
    );
    assert.deepEqual(
      [...reached].filter((name) =>
        /^(zod|node:|vscode$|@vscode\/(?!codicons\/src\/icons\/))|^webview\/(kit\/page|replay\/(?!rows\/))/.test(
          name,
        ),
      ),
      [],
    );
  });

  it('refuses what a layer may not import, packages and Node modules too', async () => {
    plantTargets();
    for (const [path, names] of Object.entries(forbidden)) {
      copy.plant(
        path,
        names.map((name, place) => `export * as n${place} from '${name}';`).join('\n'),
      );
    }
    const faults = layerFaults(await readImports(copy.root));
    for (const [path, names] of Object.entries(forbidden)) {
      const found = faults.filter((fault) => fault.startsWith(`${path} imports `));
      assert.equal(found.length, names.length, `${path}: ${found.join(', ')}`);
    }
  });

  it('lets each layer import what it may', async () => {
    plantTargets();
    for (const [path, name] of allowed) {
      copy.plant(path, `export * as fine from '${name}';`);
    }
    assert.deepEqual(layerFaults(await readImports(copy.root)), []);
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
      `export type { Tree } from '../list/tree/sessionTree.ts';\n`,
    );
    copy.plant('src/host/chat/record/planted.ts', `export * from '../turn/compact.ts';\n`);
    copy.plant('webview/replay/rows/planted.ts', `export * from '../controls.ts';\n`);
    const imports = await readImports(copy.root);
    assert.deepEqual([...layerFaults(imports)].sort(), [
      'src/host/cellar is no room of src/host.',
      'src/host/chat/record/planted.ts imports src/host/chat/turn/compact.ts: src/host/chat/turn is not below src/host/chat/record.',
      'src/host/vscode/alsoPlanted.ts imports src/host/worker/planted.ts: src/host/worker is not below src/host/vscode.',
      'src/host/vscode/planted.ts imports src/host/list/tree/sessionTree.ts: src/host/list is not below src/host/vscode.',
      'src/store/disk/planted.ts imports src/store/session/rowPlace.ts: src/store/session is not below src/store/disk.',
      'webview/replay/rows/planted.ts imports webview/replay/controls.ts: webview/replay/. is not below webview/replay/rows.',
    ]);
    assert.deepEqual(importCircles(imports), [
      'src/host/worker/planted.ts → src/host/vscode/alsoPlanted.ts → src/host/worker/planted.ts',
    ]);
  });
});
