import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
import { PlantedLint } from '../support/plantedLint.ts';

/*
 * Four guards enforce the dependency rule of src/README.md. Each runs here on the actual sources
 * and on a planted violation, since a guard that cannot fail guards nothing.
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
  for (const layer of ['base', 'core', 'agents', 'protocol']) {
    it(`knows no Node, no page and no VS Code in src/${layer}`, () => {
      const text = [
        'export const a = process.pid;',
        'export const b = document.title;',
        'export const c = Buffer.from("");',
        'export type D = import("vscode").Uri;',
      ].join('\n');
      const messages = compileWith(layer, text);
      for (const name of ['process', 'document', 'Buffer']) {
        assert.ok(
          messages.some((message) => message.includes(`'${name}'`)),
          `${name} compiles: ${messages.join('\n')}`,
        );
      }
      assert.deepEqual(compileWith(layer, 'export const fine = 1;'), []);
    });
  }
});

describe('lint as guard', () => {
  const planted = new PlantedLint();
  after(() => {
    planted.dispose();
  });

  const forbidden: Readonly<Record<string, readonly string[]>> = {
    'src/base/planted.ts': ['vscode', 'node:fs', 'zod', '#core/diff.ts', '#host/vscode/log.ts'],
    'src/core/planted.ts': [
      'vscode',
      'node:fs',
      'fs',
      'fs/promises',
      'zod',
      'zod/mini',
      'preact',
      '#agents/registry.ts',
      '#store/list/sessionList.ts',
      '#protocol/page.ts',
      '#host/vscode/log.ts',
      '../host/vscode/log.ts',
      '../../webview/model/host.ts',
    ],
    'src/agents/keen/planted.ts': [
      'vscode',
      'node:path',
      'path',
      'preact',
      '#store/list/sessionList.ts',
      '#protocol/page.ts',
      '#host/vscode/log.ts',
      '../../store/list/sessionList.ts',
    ],
    'src/protocol/planted.ts': [
      'vscode',
      'node:fs',
      'preact',
      '#agents/registry.ts',
      '#store/list/sessionList.ts',
      '#host/vscode/log.ts',
    ],
    'src/store/planted.ts': [
      'vscode',
      'preact',
      '#host/vscode/log.ts',
      '../../webview/model/host.ts',
    ],
    'src/inspect/planted.ts': ['vscode', 'preact', '#host/vscode/log.ts'],
    'src/mcp/planted.ts': ['vscode', 'preact', '#host/vscode/log.ts'],
    'src/host/planted.ts': ['preact', '@preact/signals', '../../webview/model/host.ts'],
    'src/extension.ts': ['preact', '../webview/model/host.ts'],
    'webview/planted.tsx': [
      'vscode',
      'node:fs',
      'zod',
      'zod/mini',
      '#agents/registry.ts',
      '#store/list/sessionList.ts',
      '#host/vscode/log.ts',
      '../src/host/vscode/log.ts',
      './document/main.ts',
    ],
    'webview/rows/planted.tsx': [
      '../page/pageContext.ts',
      '../model/host.ts',
      '../find/textMatches.ts',
    ],
    'webview/document/planted.tsx': [
      'vscode',
      'node:fs',
      'zod',
      '#store/list/sessionList.ts',
      '@vscode/webview-ui-toolkit',
      '../page/pageContext.ts',
      '../model/host.ts',
      '../model/replayModel.ts',
      '../virtual/VirtualList.tsx',
      '../find/textMatches.ts',
    ],
  };
  for (const [path, names] of Object.entries(forbidden)) {
    it(`refuses what ${path.replace(/planted\.tsx?$/, '')} may not import`, () => {
      const text = names.map((name, place) => `export * as n${place} from '${name}';`).join('\n');
      assert.deepEqual(
        planted.linesAgainst('eslint(no-restricted-imports)', path, text),
        names.map((_, place) => place + 1),
      );
    });
  }

  it('lets each layer import what it may', () => {
    for (const [path, name] of [
      ['src/core/planted.ts', './diff.ts'],
      ['src/agents/keen/planted.ts', '#core/diff.ts'],
      ['src/agents/keen/planted.ts', 'zod/mini'],
      ['src/store/planted.ts', 'node:fs'],
      ['src/host/planted.ts', 'vscode'],
      ['webview/planted.tsx', '#protocol/page.ts'],
      ['webview/document/planted.tsx', '../rows/RowContent.tsx'],
    ] as const) {
      const text = `export * as fine from '${name}';`;
      assert.deepEqual(
        planted.linesAgainst('eslint(no-restricted-imports)', path, text),
        [],
        `${path} may import ${name}`,
      );
    }
  });

  it('refuses a DOM where rows are drawn for documents too', () => {
    const text = 'export const a = document.title;\nexport const b = window.innerWidth;';
    for (const path of ['webview/document/planted.ts', 'webview/rows/planted.ts']) {
      assert.deepEqual(
        planted.linesAgainst('eslint(no-restricted-globals)', path, text),
        [1, 2],
        path,
      );
    }
    const inPage = 'webview/page/planted.ts';
    assert.deepEqual(planted.linesAgainst('eslint(no-restricted-globals)', inPage, text), []);
  });

  it('refuses HTML strings and default exports', () => {
    const text = [
      'export const a = (e: Element) => { e.innerHTML = "x"; };',
      'export const b = (e: Element) => { e.outerHTML = "x"; };',
      'export const c = (e: Element) => { e.insertAdjacentHTML("beforeend", "x"); };',
      'export const d = <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
      'export default a;',
    ].join('\n');
    const found = (rule: string) => planted.linesAgainst(rule, 'webview/planted.tsx', text);
    assert.deepEqual(found('eslint(no-restricted-properties)'), [1, 2, 3]);
    assert.deepEqual(found('react(no-danger)'), [4]);
    assert.deepEqual(found('import(no-default-export)'), [5]);
  });
});

describe('the neutral bundle as guard', () => {
  it('bundles core, agents and protocol for no platform at all', () => {
    assert.equal(bundleNeutral(copy.root).status, 0, bundleNeutral(copy.root).stderr);
  });

  for (const [layer, name] of [
    ['core', 'node:fs'],
    ['agents/keen', 'fs'],
    ['protocol', 'vscode'],
  ] as const) {
    it(`cannot resolve ${name} in src/${layer}`, () => {
      copy.plant(
        `src/${layer}/planted.ts`,
        `import * as planted from '${name}';\nexport const x = planted;\n`,
      );
      const { status, stderr } = bundleNeutral(copy.root);
      assert.notEqual(status, 0);
      assert.ok(stderr.includes(`Could not resolve "${name}"`), stderr);
    });
  }
});

/** What the compiler says of a planted file. */
function compileWith(layer: string, text: string): readonly string[] {
  const planted = `src/${layer}/planted.ts`;
  copy.plant(planted, text);
  const compiler = join(process.cwd(), 'node_modules/@typescript/native/bin/tsc');
  const args = [compiler, '-b', '--pretty', 'false', `src/${layer}`];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.startsWith(planted));
}

function bundleNeutral(root: string): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['esbuild.mjs', '--check'], { cwd: root, encoding: 'utf8' });
}
