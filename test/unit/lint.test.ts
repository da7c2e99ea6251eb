import assert from 'node:assert/strict';
import { plantedLint } from '../support/plantedLint.ts';

describe('the rules of lint', () => {
  const dom = 'export const a = document.title;\nexport const b = window.innerWidth;';
  const drawnElsewhere = ['webview/document/dom.ts', 'webview/replay/rows/dom.ts'];
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
  const words = [
    '/** Whoever has the colour. */',
    'export const colour = 1;',
    'export function toldOfOthers() {}',
    '// It goes on',
    '// with the next.',
    'export class A { #untold = 1; get b() { return this.#untold; } }',
    '// Summaries of what the user was told.',
    'export const summaries = { color: 1, cancelled: 2 };',
  ].join('\n');
  let linesAgainst: (rule: string, path: string) => readonly number[];
  before(() => {
    linesAgainst = plantedLint({
      ...Object.fromEntries(
        [...drawnElsewhere, 'webview/replay/dom.ts'].map((path) => [path, dom]),
      ),
      'webview/html.tsx': html,
      'src/host/words.ts': words,
      ...Object.fromEntries(spreading.map((path) => [path, spreads])),
      ...Object.fromEntries(
        parsing.map((path) => [path, 'export const a: unknown = JSON.parse("1");']),
      ),
    });
  });

  it('refuses a DOM where rows are drawn for documents too', () => {
    const rule = 'eslint(no-restricted-globals)';
    for (const path of drawnElsewhere) {
      assert.deepEqual(linesAgainst(rule, path), [1, 2], path);
    }
    assert.deepEqual(linesAgainst(rule, 'webview/replay/dom.ts'), []);
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

  it('refuses words that nobody says, in comments and names', () => {
    const found = (rule: string) => linesAgainst(`session-browser(${rule})`, 'src/host/words.ts');
    assert.deepEqual(found('plain-comments'), [1, 4]);
    assert.deepEqual(found('plain-names'), [2, 3, 6]);
  });
});
