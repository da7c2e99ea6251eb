import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
import { plantedLint } from '../support/plantedLint.ts';

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

describe('lint as guard', () => {
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
  const allowed = [
    ['src/core/allowed.ts', './diff.ts'],
    ['src/agents/keen/allowed.ts', '#core/diff.ts'],
    ['src/agents/keen/schemas.ts', 'zod/mini'],
    ['src/store/allowed.ts', 'node:fs'],
    ['src/host/allowed.ts', 'vscode'],
    ['webview/allowed.tsx', '#protocol/page.ts'],
    ['webview/document/allowed.tsx', '../rows/RowContent.tsx'],
  ] as const;
  const dom = 'export const a = document.title;\nexport const b = window.innerWidth;';
  const drawnElsewhere = ['webview/document/dom.ts', 'webview/rows/dom.ts'];
  const html = [
    'export const a = (e: Element) => { e.innerHTML = "x"; };',
    'export const b = (e: Element) => { e.outerHTML = "x"; };',
    'export const c = (e: Element) => { e.insertAdjacentHTML("beforeend", "x"); };',
    'export const d = <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
    'export default a;',
  ].join('\n');
  const spreads = [
    'declare const all: number[];',
    'export const a = Math.max(...all);',
    'export const b = Math.max(0, ...all.map((one) => one + 1));',
    'export const c = [1].push(...[...all]);',
    'export const d = new Set(...all);',
    'export const e = [].concat.apply([], [all]);',
    'export const f = (list: number[]) => Math.max(...list);',
    'export const fine = (...list: number[]) => Math.max(...list, ...[1, 2]);',
    'export const alsoFine = [...all, ...all];',
  ].join('\n');
  const spreading = ['src/core/spreads.ts', 'src/agents/keen/spreads.ts', 'src/store/spreads.ts'];
  const parsing = ['src/agents/keen/json.ts', 'src/core/text/json.ts', 'src/host/json.ts'];
  let linesAgainst: (rule: string, path: string) => readonly number[];
  before(() => {
    linesAgainst = plantedLint({
      ...Object.fromEntries(
        Object.entries(forbidden).map(([path, names]) => [
          path,
          names.map((name, place) => `export * as n${place} from '${name}';`).join('\n'),
        ]),
      ),
      ...Object.fromEntries(
        allowed.map(([path, name]) => [path, `export * as fine from '${name}';`]),
      ),
      ...Object.fromEntries([...drawnElsewhere, 'webview/page/dom.ts'].map((path) => [path, dom])),
      'webview/html.tsx': html,
      ...Object.fromEntries(spreading.map((path) => [path, spreads])),
      ...Object.fromEntries(
        parsing.map((path) => [path, 'export const a: unknown = JSON.parse("1");']),
      ),
    });
  });

  for (const [path, names] of Object.entries(forbidden)) {
    it(`refuses what ${path.replace(/planted\.tsx?$/, '')} may not import`, () => {
      assert.deepEqual(
        linesAgainst('eslint(no-restricted-imports)', path),
        names.map((_, place) => place + 1),
      );
    });
  }

  it('lets each layer import what it may', () => {
    for (const [path, name] of allowed) {
      const found = linesAgainst('eslint(no-restricted-imports)', path);
      assert.deepEqual(found, [], `${path} may import ${name}`);
    }
  });

  it('refuses a DOM where rows are drawn for documents too', () => {
    const rule = 'eslint(no-restricted-globals)';
    for (const path of drawnElsewhere) {
      assert.deepEqual(linesAgainst(rule, path), [1, 2], path);
    }
    assert.deepEqual(linesAgainst(rule, 'webview/page/dom.ts'), []);
  });

  it('refuses HTML strings and default exports', () => {
    const found = (rule: string) => linesAgainst(rule, 'webview/html.tsx');
    assert.deepEqual(found('eslint(no-restricted-properties)'), [1, 2, 3]);
    assert.deepEqual(found('react(no-danger)'), [4]);
    assert.deepEqual(found('import(no-default-export)'), [5]);
  });

  it('refuses to spread what may be long into a call', () => {
    for (const path of spreading) {
      const found = linesAgainst('session-browser(no-spread-calls)', path);
      assert.deepEqual(found, [2, 3, 4, 5, 6, 7], path);
    }
  });

  it('refuses to parse foreign JSON of any depth', () => {
    const found = parsing.map((path) => linesAgainst('eslint(no-restricted-properties)', path));
    assert.deepEqual(found, [[1], [1], []]);
  });
});

describe('the neutral bundle as guard', () => {
  // The step `guard` bundles the sources as they are.
  it('cannot resolve a module of any platform', () => {
    const planted = [
      ['core', 'node:fs'],
      ['agents/keen', 'fs'],
      ['protocol', 'vscode'],
    ] as const;
    for (const [layer, name] of planted) {
      const text = `import * as planted from '${name}';\nexport const x = planted;\n`;
      copy.plant(`src/${layer}/planted.ts`, text);
    }
    const args = ['esbuild.mjs', '--check'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: copy.root,
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    for (const [layer, name] of planted) {
      assert.match(stderr, new RegExp(`Could not resolve "${name}"[^]*?src/${layer}/planted\\.ts`));
    }
  });
});
