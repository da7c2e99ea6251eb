import { textMatches } from './textMatches.ts';
import './find.css';

/** Names in `find.css`. */
const names = { all: 'find-match', current: 'find-current' };

export interface Wanted {
  readonly query: string;
  readonly matchCase: boolean;
  /** The item that find led to. */
  readonly current: number | undefined;
}

interface Marked {
  readonly ranges: readonly StaticRange[];
  readonly isCurrent: boolean;
}

/**
 * Marks what was found in the items that are drawn, by the CSS Custom Highlight API: the nodes stay
 * as they are, so a mark can run over several of them and nothing has to be drawn again. Only what
 * changed is looked through. Ranges that follow the document would make each of its changes slower.
 */
export class MatchMarks {
  readonly #marked = new Map<Element, Marked>();
  /** Not in every DOM that tests use. */
  readonly #sets =
    typeof Highlight === 'undefined'
      ? undefined
      : { all: new Highlight(), current: new Highlight() };
  readonly #changes: MutationObserver;
  #wanted: Wanted = { query: '', matchCase: false, current: undefined };
  #scroller: HTMLElement | undefined;

  constructor() {
    this.#changes = new MutationObserver((records) => {
      this.#forgetChanged(records);
      this.#mark();
    });
  }

  /**
   * Follows a list from now on.
   *
   * @returns the first match in the current item, to be brought onto the screen.
   */
  show(scroller: HTMLElement, wanted: Wanted): Range | undefined {
    if (this.#sets === undefined) {
      return undefined;
    }
    if (wanted.query === '') {
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
    if (this.#wanted.query !== wanted.query || this.#wanted.matchCase !== wanted.matchCase) {
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
    let first: StaticRange | undefined;
    for (const item of this.#marked.keys()) {
      if (!item.isConnected) {
        this.#forget(item);
      }
    }
    for (const item of this.#scroller?.querySelectorAll('[data-index]') ?? []) {
      const isCurrent = Number(item.getAttribute('data-index')) === current;
      const marked = this.#marked.get(item);
      const ranges = marked?.ranges ?? rangesWithin(item, this.#wanted);
      if (marked?.isCurrent !== isCurrent) {
        this.#forget(item);
        const set = isCurrent ? this.#sets?.current : this.#sets?.all;
        ranges.forEach((range) => set?.add(range));
        this.#marked.set(item, { ranges, isCurrent });
      }
      first ??= isCurrent ? ranges[0] : undefined;
    }
    return first && liveRange(first);
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
    const set = marked?.isCurrent === true ? this.#sets?.current : this.#sets?.all;
    marked?.ranges.forEach((range) => set?.delete(range));
    this.#marked.delete(item);
  }

  #forgetAll(): void {
    this.#sets?.all.clear();
    this.#sets?.current.clear();
    this.#marked.clear();
  }
}

function rangesWithin(item: Element, { query, matchCase }: Wanted): StaticRange[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode() !== null) {
    if (walker.currentNode instanceof Text) {
      nodes.push({ node: walker.currentNode, from: text.length });
      text += walker.currentNode.data;
    }
  }
  // Matches and nodes are both in the order of the text.
  let at = 0;
  const place = (offset: number, isEnd: boolean) => {
    for (;;) {
      const next = nodes[at + 1];
      if (next === undefined || (isEnd ? next.from >= offset : next.from > offset)) {
        break;
      }
      at += 1;
    }
    const { node, from } = nodes[at] ?? { node: item, from: offset };
    return { node, offset: offset - from };
  };
  return textMatches(text, query, matchCase).map(({ from, to }) => {
    const start = place(from, false);
    const end = place(to, true);
    return new StaticRange({
      startContainer: start.node,
      startOffset: start.offset,
      endContainer: end.node,
      endOffset: end.offset,
    });
  });
}

function liveRange(still: StaticRange): Range {
  const range = document.createRange();
  range.setStart(still.startContainer, still.startOffset);
  range.setEnd(still.endContainer, still.endOffset);
  return range;
}
