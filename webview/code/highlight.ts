import { createLowlight } from 'lowlight';
import { languages } from './languages.ts';

/** A run of code and the classes of what it is within, outermost first. */
export interface CodeRun {
  readonly text: string;
  readonly classes: string;
}

const lowlight = createLowlight(languages);

/**
 * This module is a chunk of its own, loaded when the first code block is drawn. Undefined for a
 * language that is not on the list.
 */
export function highlight(text: string, language: string): readonly CodeRun[] | undefined {
  if (!lowlight.registered(language)) {
    return undefined;
  }
  const runs: CodeRun[] = [];
  collect(lowlight.highlight(language, text).children, '', runs);
  return runs;
}

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

function collect(nodes: Nodes, classes: string, runs: CodeRun[]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      runs.push({ text: node.value, classes });
    } else if (node.type === 'element') {
      const { className } = node.properties;
      const own = Array.isArray(className) ? className.join(' ') : '';
      collect(node.children, classes === '' ? own : `${classes} ${own}`, runs);
    }
  }
}
