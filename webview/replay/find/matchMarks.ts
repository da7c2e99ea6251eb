import { FindRefused } from '#core/find/findRefused.ts';
import type { TextMatch, TextQuery, TextSearch } from '#core/find/textQuery.ts';
import { textSearch } from '#core/find/textSearch.ts';
import type { FoundMatch } from '../model/matchList.ts';
import { searchedElement } from './searchedText.ts';

/** Names in `find.css`. */
const names = { all: 'find-match', current: 'find-current' };

export interface Wanted {
  /** Undefined if nothing is to be marked. */
  readonly query: TextQuery | undefined;
  /** The match that Find last went to. */
  readonly current: FoundMatch | undefined;
}

interface FoundRange {
  readonly range: StaticRange;
  /** In the row's own text; Find navigates only to these. */
  readonly isOwn: boolean;
}

interface Marked {
  readonly found: readonly FoundRange[];
  /** Index of the item's current match. */
  readonly match: number | undefined;
  readonly current: StaticRange | undefined;
}

/** Maximum marks within one item; more help no one. */
const mostMarks = 500;

/**
 * Marks matches in the drawn items with the CSS Custom Highlight API: nodes stay unchanged, so a
 * mark can span several of them without redrawing. Only changed items are searched again. Static
 * ranges, because live ones would slow down every DOM change.
 */
export class MatchMarks {
  readonly #marked = new Map<Element, Marked>();
  /** Not available in every DOM used by tests. */
  readonly #sets =
    typeof Highlight === 'undefined'
      ? undefined
      : { all: new Highlight(), current: new Highlight() };
  readonly #changes = new MutationObserver((records) => {
    this.#forgetChanged(records);
    this.#mark();
  });
  #wanted: Wanted = { query: undefined, current: undefined };
  #search: TextSearch | undefined;
  #scroller: HTMLElement | undefined;

  /**
   * Follows a list from now on.
   *
   * @returns the current match, to be scrolled into view, if its item is drawn.
   */
  show(scroller: HTMLElement, wanted: Wanted): Range | undefined {
    if (this.#sets === undefined) {
      return undefined;
    }
    if (wanted.query === undefined) {
      this.clear();
      return undefined;
    }
    if (this.#scroller !== scroller) {
      this.clear();
      this.#scroller = scroller;
      this.#sets.current.priority = 1;
      CSS.highlights.set(names.all, this.#sets.all);
      CSS.highlights.set(names.current, this.#sets.current);
      this.#changes.observe(scroller, { subtree: true, childList: true, characterData: true });
    }
    if (this.#wanted.query !== wanted.query) {
      this.#search = searchFor(wanted.query);
      this.#forgetAll();
    }
    this.#wanted = wanted;
    this.#forgetChanged(this.#changes.takeRecords());
    return this.#mark();
  }

  clear(): void {
    if (this.#scroller !== undefined) {
      this.#changes.disconnect();
      this.#scroller = undefined;
      this.#forgetAll();
      CSS.highlights.delete(names.all);
      CSS.highlights.delete(names.current);
    }
  }

  #mark(): Range | undefined {
    const { current } = this.#wanted;
    let shown: StaticRange | undefined;
    for (const item of this.#marked.keys()) {
      if (!item.isConnected) {
        this.#forget(item);
      }
    }
    for (const item of this.#scroller?.querySelectorAll('[data-index]') ?? []) {
      const isCurrent = Number(item.getAttribute('data-index')) === current?.row;
      const match = isCurrent ? current.match : undefined;
      let marked = this.#marked.get(item);
      if (marked === undefined || marked.match !== match) {
        const found = marked?.found ?? rangesWithin(item, this.#search);
        this.#forget(item);
        marked = {
          found,
          match,
          current: match === undefined ? undefined : nth(item, found, match),
        };
        this.#marked.set(item, marked);
        this.#show(marked);
      }
      shown ??= marked.current;
    }
    return shown && liveRange(shown);
  }

  #show({ found, current }: Marked): void {
    for (const { range } of found.slice(0, mostMarks)) {
      if (range !== current) {
        this.#sets?.all.add(range);
      }
    }
    if (current !== undefined) {
      this.#sets?.current.add(current);
    }
  }

  #forgetChanged(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const item = element?.closest('[data-index]');
      if (item !== null && item !== undefined) {
        this.#forget(item);
      }
    }
  }

  #forget(item: Element): void {
    const marked = this.#marked.get(item);
    marked?.found.forEach(({ range }) => this.#sets?.all.delete(range));
    if (marked?.current !== undefined) {
      this.#sets?.current.delete(marked.current);
    }
    this.#marked.delete(item);
  }

  #forgetAll(): void {
    this.#sets?.all.clear();
    this.#sets?.current.clear();
    this.#marked.clear();
  }
}

/**
 * The nth match of an item. One beyond the drawn text is in the part of a long text that only an
 * editor shows; the link to it is marked instead.
 */
function nth(item: Element, found: readonly FoundRange[], match: number): StaticRange | undefined {
  const own = found.filter(({ isOwn }) => isOwn)[match];
  if (own !== undefined) {
    return own.range;
  }
  const [rest] = [...item.querySelectorAll('.text-rest')].slice(-1);
  return rest === undefined ? found.at(-1)?.range : contentOf(rest);
}

function contentOf(element: Element): StaticRange {
  return new StaticRange({
    startContainer: element,
    startOffset: 0,
    endContainer: element,
    endOffset: element.childNodes.length,
  });
}

/** Elements that begin on a line of their own; text that spans two of them never matches. */
const lines = [
  'p',
  'li',
  'pre',
  'div',
  'td',
  'th',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'summary',
  'section',
  '.work-name',
].join();

function rangesWithin(item: Element, search: TextSearch | undefined): FoundRange[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let text = '';
  let line: Element | null | undefined;
  while (walker.nextNode() !== null) {
    if (walker.currentNode instanceof Text) {
      const own = walker.currentNode.parentElement?.closest(lines);
      if (own !== line && text !== '') {
        text += '\n';
      }
      line = own;
      nodes.push({ node: walker.currentNode, from: text.length });
      text += walker.currentNode.data;
    }
  }
  // Matches and nodes are both in text order.
  let at = 0;
  const place = (offset: number, isEnd: boolean) => {
    for (;;) {
      const next = nodes[at + 1];
      if (next === undefined || (isEnd ? next.from >= offset : next.from > offset)) {
        break;
      }
      at += 1;
    }
    const { node, from } = nodes[at] ?? {};
    return node && { node, offset: Math.min(offset - (from ?? 0), node.length) };
  };
  return matchesOf(text, search).flatMap(({ from, to }) => {
    const start = place(from, false);
    const end = place(to, true);
    if (start === undefined || end === undefined) {
      return [];
    }
    const own = searchedElement(start.node);
    const range = new StaticRange({
      startContainer: start.node,
      startOffset: start.offset,
      endContainer: end.node,
      endOffset: end.offset,
    });
    return { range, isOwn: own !== undefined && own === searchedElement(end.node) };
  });
}

/** The host says what is wrong with a regular expression; nothing is marked. */
function searchFor(query: TextQuery): TextSearch | undefined {
  try {
    return textSearch(query);
  } catch (error) {
    if (error instanceof FindRefused) {
      return undefined;
    }
    throw error;
  }
}

function matchesOf(text: string, search: TextSearch | undefined): readonly TextMatch[] {
  try {
    return search?.matchesIn(text) ?? [];
  } catch (error) {
    if (error instanceof FindRefused) {
      return [];
    }
    throw error;
  }
}

function liveRange(still: StaticRange): Range {
  const range = document.createRange();
  range.setStart(still.startContainer, still.startOffset);
  range.setEnd(still.endContainer, still.endOffset);
  return range;
}
