import { textMatches } from './textMatches.ts';
import './find.css';

/** Names in `find.css`. */
const names = { all: 'find-match', current: 'find-current' };

interface Wanted {
  readonly query: string;
  readonly matchCase: boolean;
  /** The item that find led to. */
  readonly current: number | undefined;
}

/**
 * Marks what was found in the items that are drawn, by the CSS Custom Highlight API: the nodes stay
 * as they are, so a mark can run over several of them and nothing has to be drawn again.
 *
 * @returns the first match in the current item, to be brought onto the screen.
 */
export function highlightMatches(scroller: HTMLElement, wanted: Wanted): Range | undefined {
  // Not in every DOM that tests use.
  if (typeof Highlight === 'undefined') {
    return undefined;
  }
  if (wanted.query === '') {
    CSS.highlights.delete(names.all);
    CSS.highlights.delete(names.current);
    return undefined;
  }
  const all = new Highlight();
  const inCurrent = new Highlight();
  let first: Range | undefined;
  for (const item of scroller.querySelectorAll('[data-index]')) {
    const isCurrent = Number(item.getAttribute('data-index')) === wanted.current;
    for (const range of rangesWithin(item, wanted)) {
      (isCurrent ? inCurrent : all).add(range);
      first ??= isCurrent ? range : undefined;
    }
  }
  inCurrent.priority = 1;
  CSS.highlights.set(names.all, all);
  CSS.highlights.set(names.current, inCurrent);
  return first;
}

function rangesWithin(item: Element, { query, matchCase }: Wanted): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode() !== null) {
    if (walker.currentNode instanceof Text) {
      nodes.push({ node: walker.currentNode, from: text.length });
      text += walker.currentNode.data;
    }
  }
  return textMatches(text, query, matchCase).map(({ from, to }) => {
    const range = document.createRange();
    const start = nodes.findLast((entry) => entry.from <= from);
    const end = nodes.findLast((entry) => entry.from < to);
    if (start !== undefined && end !== undefined) {
      range.setStart(start.node, from - start.from);
      range.setEnd(end.node, to - end.from);
    }
    return range;
  });
}
