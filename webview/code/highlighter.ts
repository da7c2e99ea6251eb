import { signal } from '@preact/signals';
import { LruMap } from '#base/lruMap.ts';
import type { CodeRun } from './highlight.ts';

type Highlight = (text: string, language: string) => readonly CodeRun[] | undefined;

/**
 * Highlighting is quick (3,000 lines in about 0.2 s) but not free, and a reader who wants colours in
 * more than this opens the text in an editor.
 */
const longestCode = 20_000;

/**
 * Characters of code whose runs are kept: some screens, as rows are drawn again when they scroll
 * back. Runs take some fifty times the memory of their text.
 */
const keptChars = 200_000;

interface Drawn {
  readonly runs: readonly CodeRun[] | undefined;
  readonly chars: number;
}

const drawn = new LruMap<string, Drawn>(keptChars, ({ chars }) => chars);
const loaded = signal<Highlight | undefined>(undefined);
let loading = false;

/** Short enough and of a language that may be known. */
export function canHighlight(text: string, language: string): boolean {
  return language !== '' && text.length <= longestCode;
}

/**
 * The runs of a code block, or undefined while the highlighter is on its way or where there is
 * nothing to colour. Read in a component, it draws again when the highlighter is there.
 */
export function highlightedRuns(text: string, language: string): readonly CodeRun[] | undefined {
  if (!canHighlight(text, language)) {
    return undefined;
  }
  const highlight = loaded.value;
  if (highlight === undefined) {
    load();
    return undefined;
  }
  const key = `${language} ${text}`;
  const known = drawn.get(key);
  if (known !== undefined) {
    return known.runs;
  }
  const runs = highlight(text, language.toLowerCase());
  drawn.set(key, { runs, chars: key.length });
  return runs;
}

/** Brings the highlighter; what is drawn later has its colours. */
export async function loadHighlighter(): Promise<void> {
  const { highlight } = await import('./highlight.ts');
  loaded.value = highlight;
}

function load(): void {
  if (!loading) {
    loading = true;
    // A failure (the chunk of a version that was updated underneath) goes to the page's fault report.
    void loadHighlighter();
  }
}
