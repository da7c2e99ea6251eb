import type { VNode } from 'preact';

/** A count in the header: only the figure where there is little room. */
export function Count({ figure, words }: { figure: string; words: string }): VNode {
  return (
    <>
      <span class="tool-figure" aria-hidden="true">
        {figure}
      </span>
      <span class="tool-label">{words}</span>
    </>
  );
}
