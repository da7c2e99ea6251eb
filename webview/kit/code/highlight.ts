import highlightJs from 'highlight.js/lib/core';
import { createLowlight } from 'lowlight';
import * as languages from './languages.ts';

/** A run of code with the classes of its enclosing scopes, outermost first. */
export interface CodeRun {
  readonly text: string;
  readonly classes: string;
}

/**
 * Per-language limits in characters, where lower than the general one. Some grammars of
 * highlight.js 11.11 take quadratic time, and Markdown's cubic, on text that is easy to write
 * (`[a](` repeated: 0.16 s for 3,000 characters, 3.6 s for 8,000; `async ` in C: 0.24 s for 8,000).
 * At these limits, every fragment of the language and some thousand repeated combinations of two
 * and three took 0.1 s at most.
 */
export const mostChars = {
  c: 5_000,
  cpp: 5_000,
  csharp: 5_000,
  ini: 6_000,
  markdown: 2_000,
  php: 5_000,
  ruby: 6_000,
  rust: 12_000,
} as const;

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
