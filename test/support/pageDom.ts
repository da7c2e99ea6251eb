import { Window } from 'happy-dom';

/**
 * A DOM for component tests. Import it before the code under test. It has no layout, so anything
 * that depends on sizes is tested in Chromium.
 */
const names = [
  'window',
  'document',
  'navigator',
  'location',
  'Node',
  'NodeFilter',
  'Text',
  'Element',
  'HTMLElement',
  'SVGElement',
  'DocumentFragment',
  'Event',
  'CustomEvent',
  'KeyboardEvent',
  'MouseEvent',
  'FocusEvent',
  'InputEvent',
  'IntersectionObserver',
  'MutationObserver',
  'ResizeObserver',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'getComputedStyle',
  'customElements',
  'matchMedia',
] as const;

const dom = new Window({ url: 'http://localhost/' });
for (const name of names) {
  const value: unknown = name === 'window' ? dom : dom[name];
  Object.defineProperty(globalThis, name, {
    value: typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(dom) : value,
    configurable: true,
    writable: true,
  });
}
