import highlightJs from 'highlight.js/lib/core';
import { createLowlight } from 'lowlight';
import { languages, mostChars } from './languages.ts';

/** A run of code with the classes of its enclosing scopes, outermost first. */
export interface CodeRun {
  readonly text: string;
  readonly classes: string;
}

const lowlight = createLowlight(languages);

/** Keyed by every name and alias of a language. */
const mostCharsByName = new Map(
  Object.entries(mostChars).flatMap(([language, chars]) => {
    const { aliases = [] } = languages[language as keyof typeof mostChars](highlightJs);
    return [language, ...aliases].map((name) => [name, chars] as const);
  }),
);

/**
 * A name, number or run of blanks this long is not real code, and nearly every grammar takes
 * quadratic time on it.
 */
const longRun = /[\w$-]{500}|\s{500}/;

/**
 * This module is a chunk of its own, loaded with the first code block. Returns undefined for an
 * unsupported language, and for text on which its grammar could be slow.
 */
export function highlight(text: string, language: string): readonly CodeRun[] | undefined {
  const isTooLong = text.length > (mostCharsByName.get(language) ?? Infinity);
  if (!lowlight.registered(language) || isTooLong || longRun.test(text)) {
    return undefined;
  }
  const runs: CodeRun[] = [];
  const isWhole = collect(lowlight.highlight(language, text).children, '', runs, 0);
  return isWhole ? runs : undefined;
}

const deepest = 100;

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/**
 * @returns false if scopes are nested deeper than in any real code, which would exhaust the stack.
 */
function collect(nodes: Nodes, classes: string, runs: CodeRun[], depth: number): boolean {
  if (depth > deepest) {
    return false;
  }
  for (const node of nodes) {
    if (node.type === 'text') {
      runs.push({ text: node.value, classes });
    } else if (node.type === 'element') {
      const { className } = node.properties;
      const own = Array.isArray(className) ? className.join(' ') : '';
      const all = classes === '' ? own : `${classes} ${own}`;
      if (!collect(node.children, all, runs, depth + 1)) {
        return false;
      }
    }
  }
  return true;
}
