import { signal } from '@preact/signals';
import { LruMap } from '#base/lruMap.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { CodeRun } from './highlight.ts';
import type * as withColors from './withColors.ts';

/** Names without a telling end. */
const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
};

/** The language of a file as the highlighter calls it; empty if its name does not say. */
export function languageOfPath(path: string | undefined): string {
  const name = path?.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const dot = name.lastIndexOf('.');
  return byName[name] ?? (dot < 0 ? '' : name.slice(dot + 1));
}

/** What is loaded with the first code. */
type Loaded = typeof withColors;

/**
 * Highlighting is fast (3,000 lines in about 0.2 s) but not free, and readers who want colors in
 * more than this open the text in an editor.
 */
const longestCode = 20_000;

/**
 * Characters of code whose runs are cached: a few screens, because rows are drawn again when they
 * scroll back. Runs take some fifty times the memory of their text.
 */
const cacheChars = 200_000;

interface CachedRuns {
  readonly runs: readonly CodeRun[] | undefined;
  readonly chars: number;
}

const cache = new LruMap<string, CachedRuns>(cacheChars, ({ chars }) => chars);
const loaded = signal<Loaded | undefined>(undefined);
let loading = false;

/** Whether the text is short enough and has a language. */
export function canHighlight(text: string, language: string): boolean {
  return language !== '' && text.length <= longestCode;
}

/**
 * The runs of a code block; undefined while the highlighter loads or if there is nothing to color.
 * A component that reads this is drawn again once the highlighter has loaded.
 */
export function highlightedRuns(text: string, language: string): readonly CodeRun[] | undefined {
  if (!canHighlight(text, language)) {
    return undefined;
  }
  const highlight = code()?.highlight;
  if (highlight === undefined) {
    return undefined;
  }
  const key = `${language} ${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) {
    return cached.runs;
  }
  const runs = highlight(text, language.toLowerCase());
  cache.set(key, { runs, chars: key.length });
  return runs;
}

/**
 * The runs of a diff's lines; undefined while the highlighter loads.
 *
 * @param language see `languageOfPath`.
 */
export function runsOfDiff(
  lines: readonly DiffLine[],
  language: string,
): ReadonlyMap<DiffLine, readonly CodeRun[]> | undefined {
  return code()?.diffRuns(lines, (text) => highlightedRuns(text, language));
}

/** Loads the highlighter; everything drawn from then on is colored. */
export async function loadHighlighter(): Promise<void> {
  loaded.value = await import('./withColors.ts');
}

function code(): Loaded | undefined {
  if (loaded.value === undefined && !loading) {
    loading = true;
    // A failure (such as a missing chunk after an update) goes to the page's fault report.
    void loadHighlighter();
  }
  return loaded.value;
}
