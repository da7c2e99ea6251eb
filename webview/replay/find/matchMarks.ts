import { textSearch, type TextMatch, type TextQuery } from '#core/search/textSearch.ts';
import { longestDrawn, mostDrawn } from '#protocol/pages/page.ts';
import type { FoundMatch } from '../model/matchList.ts';
import { searchedElement } from './searchedText.ts';

/** Names in `find.css`. */
const names = { all: 'find-match', current: 'find-current' };

export interface Wanted {
  /** Undefined if nothing is to be marked. */
  readonly query: TextQuery | undefined;
  /** The match that Find last went to. */
  readonly current: FoundMatch | undefined;
  /** Searches texts for a regular expression, which the page could not stop. */
  readonly places: (query: TextQuery, texts: readonly string[]) => Promise<Places>;
  /** Hears of the current match, to be scrolled into view, whenever its item is marked. */
  readonly onCurrent: (match: Range) => void;
}

/** The matches in each of some texts. */
type Places = readonly (readonly TextMatch[])[];

interface FoundRange {
  readonly range: StaticRange;
  /** In the row's own text; Find navigates only to these. */
  readonly isOwn: boolean;
}

interface Marked {
  /** Undefined until they are known. */
  readonly found: readonly FoundRange[] | undefined;
  /** Index of the item's current match. */
  readonly match: number | undefined;
  readonly current: StaticRange | undefined;
}

const unknown: Marked = { found: undefined, match: undefined, current: undefined };

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
  #wanted: Wanted | undefined;
  /** The regular expression cannot be used, as Find says. */
  #isRefused = false;
  /** One question at a time: an expression may be slow, and others wait for the same thread. */
  #isAsking = false;
  #scroller: HTMLElement | undefined;

  /** Follows a list from now on. */
  show(scroller: HTMLElement, wanted: Wanted): void {
    if (this.#sets === undefined) {
      return;
    }
    if (wanted.query === undefined) {
      this.clear();
      return;
    }
    if (this.#scroller !== scroller) {
      this.clear();
      this.#scroller = scroller;
      this.#sets.current.priority = 1;
      CSS.highlights.set(names.all, this.#sets.all);
      CSS.highlights.set(names.current, this.#sets.current);
      this.#changes.observe(scroller, { subtree: true, childList: true, characterData: true });
    }
    if (this.#wanted?.query !== wanted.query) {
      this.#isRefused = false;
      this.#forgetAll();
    }
    this.#wanted = wanted;
    this.#forgetChanged(this.#changes.takeRecords());
    this.#mark();
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

  #mark(): void {
    const { current, onCurrent } = this.#wanted ?? {};
    for (const item of this.#marked.keys()) {
      if (!item.isConnected) {
        this.#forget(item);
      }
    }
    const items = [...(this.#scroller?.querySelectorAll('[data-index]') ?? [])];
    this.#find(items.filter((item) => !this.#marked.has(item)));
    let shown: StaticRange | undefined;
    for (const item of items) {
      const isCurrent = Number(item.getAttribute('data-index')) === current?.row;
      const match = isCurrent ? current.match : undefined;
      const before = this.#marked.get(item);
      if (before?.found !== undefined) {
        shown ??= (before.match === match ? before : this.#show(item, before.found, match)).current;
      }
    }
    if (shown !== undefined) {
      onCurrent?.(liveRange(shown));
    }
  }

  /** Finds the matches in items: at once, or for a regular expression when the answer comes. */
  #find(items: readonly Element[]): void {
    const { query, places } = this.#wanted ?? {};
    if (query === undefined || places === undefined || items.length === 0 || this.#isRefused) {
      return;
    }
    if (query.regex && this.#isAsking) {
      return;
    }
    const drawn = items.map(drawnText);
    if (!query.regex) {
      const search = textSearch(query);
      for (const [at, item] of items.entries()) {
        this.#show(item, rangesIn(drawn[at], search(drawn[at]?.text ?? '')), undefined);
      }
      return;
    }
    this.#isAsking = true;
    const asked = items.slice(0, mostDrawn).map((item) => ({ item, mark: { ...unknown } }));
    asked.forEach(({ item, mark }) => this.#marked.set(item, mark));
    const texts = asked.map((_, at) => (drawn[at]?.text ?? '').slice(0, longestDrawn));
    const answered = (found: Places) => {
      this.#isAsking = false;
      this.#isRefused ||= query === this.#wanted?.query && found.length === 0;
      for (const [at, { item, mark }] of asked.entries()) {
        // Otherwise it was drawn anew, or something else is wanted.
        if (this.#marked.get(item) === mark) {
          this.#show(item, rangesIn(drawn[at], found[at] ?? []), undefined);
        }
      }
      this.#mark();
    };
    // Whatever fails, nothing is marked.
    places(query, texts).then(answered, () => {
      this.#isAsking = false;
    });
  }

  #show(item: Element, found: readonly FoundRange[], match: number | undefined): Marked {
    this.#forget(item);
    const current = match === undefined ? undefined : nth(item, found, match);
    for (const { range } of found.slice(0, mostMarks)) {
      if (range !== current) {
        this.#sets?.all.add(range);
      }
    }
    if (current !== undefined) {
      this.#sets?.current.add(current);
    }
    const marked = { found, match, current };
    this.#marked.set(item, marked);
    return marked;
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
    marked?.found?.forEach(({ range }) => this.#sets?.all.delete(range));
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
const lines = 'p,li,pre,div,td,th,h1,h2,h3,h4,h5,h6,summary,section,.work-name';

/** The text of an item, and the nodes it is made of. */
interface DrawnText {
  readonly text: string;
  readonly nodes: readonly { readonly node: Text; readonly from: number }[];
}

function drawnText(item: Element): DrawnText {
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
  return { text, nodes };
}

function rangesIn(drawn: DrawnText | undefined, matches: readonly TextMatch[]): FoundRange[] {
  const nodes = drawn?.nodes ?? [];
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
  return matches.flatMap(({ from, to }) => {
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

function liveRange(still: StaticRange): Range {
  const range = document.createRange();
  range.setStart(still.startContainer, still.startOffset);
  range.setEnd(still.endContainer, still.endOffset);
  return range;
}
