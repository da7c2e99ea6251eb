import highlightJs from 'highlight.js/lib/core';
import { createLowlight } from 'lowlight';
import { languages, mostChars } from './languages.ts';

/** A run of code and the classes of what it is within, outermost first. */
export interface CodeRun {
  readonly text: string;
  readonly classes: string;
}

const lowlight = createLowlight(languages);

/** By every name of a language. */
const mostCharsByName = new Map(
  Object.entries(mostChars).flatMap(([language, chars]) => {
    const { aliases = [] } = languages[language as keyof typeof mostChars](highlightJs);
    return [language, ...aliases].map((name) => [name, chars] as const);
  }),
);

/**
 * Names, numbers and blanks that go on like this are nobody's code, and nearly every grammar takes
 * time that grows with the square of their length.
 */
const longRun = /[\w$-]{500}|\s{500}/;

/**
 * This module is a chunk of its own, loaded when the first code block is drawn. Undefined for a
 * language that is not on the list, and for a text that its grammar may take long for.
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

/** @returns false if scopes are nested deeper than in anybody's code, which would exhaust the stack. */
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
